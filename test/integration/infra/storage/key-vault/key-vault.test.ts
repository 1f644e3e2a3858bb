import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrateDatabase } from '../../../../../infra/storage/database/migrate-database.ts';
import { openPgliteDatabase } from '../../../../../infra/storage/database/pglite-database.ts';
import { loadMasterKey, parseMasterKey } from '../../../../../infra/storage/key-vault/master-key.ts';
import { createPostgresKeyVault } from '../../../../../infra/storage/key-vault/postgres-key-vault.ts';
import type { Database } from '../../../../../ports/database.ts';
import { describeKeyVault } from '../../../../contract/key-vault.contract.ts';

let database: Database;
const masterKey = randomBytes(32);

beforeAll(async () => {
  database = await openPgliteDatabase(undefined);
  await migrateDatabase(database);
});
afterAll(() => database.close());

describeKeyVault('PostgreSQL', () => createPostgresKeyVault({ database, masterKey }));

describe('the PostgreSQL key vault', () => {
  test('gives two processes that create a key concurrently the same one', async () => {
    const vaults = await Promise.all([1, 2, 3].map(() => createPostgresKeyVault({ database, masterKey })));
    const subjects = Array.from({ length: 30 }, (_, index) => `race-${index}`);
    const answers = await Promise.all(
      vaults.flatMap((vault) => [vault.keysFor(subjects), vault.keysFor([...subjects].reverse())]),
    );
    for (const subject of subjects) {
      const keys = answers.map((answer) => Buffer.from(answer.get(subject) ?? []).toString('hex'));
      expect(new Set(keys).size).toBe(1);
      expect(keys[0]).toHaveLength(64);
    }
  });

  test('finds its keys again after a restart', async () => {
    const before = await (await createPostgresKeyVault({ database, masterKey })).keysFor(['restart']);
    const after = await (await createPostgresKeyVault({ database, masterKey })).existingKeys(['restart']);
    expect(after.get('restart')).toEqual(before.get('restart'));
  });

  test('batches concurrent creations into few statements', async () => {
    let statements = 0;
    const counting: Database = {
      ...database,
      query: (text, values) => {
        statements += 1;
        return database.query(text, values);
      },
    };
    const vault = await createPostgresKeyVault({ database: counting, masterKey });
    statements = 0;
    await Promise.all(Array.from({ length: 200 }, (_, index) => vault.keysFor([`coalesced-${index}`])));
    expect(statements).toBeLessThanOrEqual(6);
    await vault.keysFor(['coalesced-7']);
    expect(statements).toBeLessThanOrEqual(6);
  });

  test('handles more subjects than fit into one statement', async () => {
    const vault = await createPostgresKeyVault({ database, masterKey });
    const subjects = Array.from({ length: 2500 }, (_, index) => `many-${index}`);
    expect((await vault.keysFor(subjects)).size).toBe(2500);
  });

  test('notices a key destroyed by another process when its cache expires', async () => {
    const [vault, other] = await Promise.all(
      [60_000, 1].map((cacheMilliseconds) =>
        createPostgresKeyVault({ database, masterKey, cacheMilliseconds }),
      ),
    );
    if (!vault || !other) throw new Error('unreachable');
    await other.keysFor(['elsewhere']);
    await vault.destroy('elsewhere');
    await expect.poll(async () => (await other.keysFor(['elsewhere'])).get('elsewhere')).toBeUndefined();
  });

  test('never caches a destroyed key again from a read that began earlier', async () => {
    const gate = Promise.withResolvers<void>();
    let held = false;
    const slow: Database = {
      ...database,
      query: async (text, values) => {
        const rows = await database.query(text, values);
        if (held && text.includes('SELECT encode(subject_hash')) await gate.promise;
        return rows;
      },
    };
    const maker = await createPostgresKeyVault({ database, masterKey });
    await maker.keysFor(['raced']);
    const vault = await createPostgresKeyVault({ database: slow, masterKey });
    held = true;
    const read = vault.existingKeys(['raced']);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await vault.destroy('raced');
    gate.resolve();
    await read;
    expect((await vault.existingKeys(['raced'])).get('raced')).toBeUndefined();
  });

  test('stores neither the subject nor the key in plain text', async () => {
    const vault = await createPostgresKeyVault({ database, masterKey });
    const key = (await vault.keysFor(['patient-jane-roe'])).get('patient-jane-roe');
    const rows = await database.query(
      `SELECT encode(subject_hash, 'escape') || encode(wrapped_key, 'hex') AS stored FROM vault.subject_keys
       WHERE wrapped_key IS NOT NULL`,
    );
    const stored = rows.map((row) => String(row.stored)).join('\n');
    expect(stored).not.toContain('jane-roe');
    expect(stored).not.toContain(Buffer.from(key ?? []).toString('hex'));
  });

  test('keeps no key bytes in the row of a destroyed key', async () => {
    const before = await database.query(
      'SELECT count(*)::int AS tombstones FROM vault.subject_keys WHERE wrapped_key IS NULL',
    );
    const vault = await createPostgresKeyVault({ database, masterKey });
    await vault.keysFor(['wiped']);
    await vault.destroy('wiped');
    const after = await database.query(
      'SELECT count(*)::int AS tombstones FROM vault.subject_keys WHERE wrapped_key IS NULL',
    );
    expect(Number(after[0]?.tombstones)).toBe(Number(before[0]?.tombstones) + 1);
  });

  test('refuses a wrong master key at the start, in words for an operator', async () => {
    await createPostgresKeyVault({ database, masterKey });
    await expect(createPostgresKeyVault({ database, masterKey: randomBytes(32) })).rejects.toMatchObject({
      name: 'Failure',
      reason: { code: 'unavailable', message: expect.stringContaining('master key is not the one') },
    });
  });

  test('does not open a wrapped key that was moved to the row of another subject', async () => {
    const vault = await createPostgresKeyVault({ database, masterKey });
    await vault.keysFor(['row-a', 'row-b']);
    await database.query(
      `UPDATE vault.subject_keys SET wrapped_key =
         (SELECT wrapped_key FROM vault.subject_keys WHERE destroyed_at IS NULL ORDER BY subject_hash LIMIT 1)
       WHERE destroyed_at IS NULL`,
    );
    const fresh = await createPostgresKeyVault({ database, masterKey });
    await expect(fresh.existingKeys(['row-a', 'row-b'])).rejects.toMatchObject({
      reason: { code: 'internal_error' },
    });
  });
});

describe('the master key', () => {
  const inFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
    const folder = await mkdtemp(join(tmpdir(), 'master-key-'));
    try {
      await work(folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  };

  test('is created once, readable only by its owner, and found again', () =>
    inFolder(async (folder) => {
      const dataDirectory = join(folder, 'data');
      const made = await loadMasterKey({ dataDirectory });
      expect(made).toHaveLength(32);
      expect((await stat(join(dataDirectory, 'master.key'))).mode & 0o777).toBe(0o600);
      expect(await loadMasterKey({ dataDirectory })).toEqual(made);
    }));

  test('is the same for concurrent starts, and leaves no draft behind', () =>
    inFolder(async (dataDirectory) => {
      const keys = await Promise.all(Array.from({ length: 20 }, () => loadMasterKey({ dataDirectory })));
      expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
      expect(await readdir(dataDirectory)).toEqual(['master.key']);
    }));

  test('is read from configuration in hex or base64, without touching the disk', () =>
    inFolder(async (dataDirectory) => {
      const bytes = randomBytes(32);
      for (const configured of [
        bytes.toString('hex'),
        bytes.toString('base64'),
        bytes.toString('base64url'),
      ]) {
        expect(Buffer.from(await loadMasterKey({ dataDirectory, configured }))).toEqual(bytes);
      }
      expect(await readdir(dataDirectory)).toEqual([]);
    }));

  test.each(['', 'abc', 'g'.repeat(64), randomBytes(31).toString('hex'), randomBytes(33).toString('base64')])(
    'is refused when %j is not 32 bytes',
    (text) => {
      expect(parseMasterKey(text)).toBeUndefined();
    },
  );

  test('is refused when misconfigured, without repeating the secret', async () => {
    await expect(
      loadMasterKey({ dataDirectory: '/nonexistent', configured: 'hunter2' }),
    ).rejects.toMatchObject({
      reason: { code: 'unavailable', message: expect.not.stringContaining('hunter2') },
    });
  });

  test('is refused when its file is damaged, and the file is left unchanged', () =>
    inFolder(async (dataDirectory) => {
      await writeFile(join(dataDirectory, 'master.key'), 'damaged', { mode: 0o600 });
      await expect(loadMasterKey({ dataDirectory })).rejects.toThrow(/does not hold 32 bytes/);
      expect(await readFile(join(dataDirectory, 'master.key'), 'utf8')).toBe('damaged');
    }));

  test.skipIf(process.platform === 'win32')('is refused when other users can read its file', () =>
    inFolder(async (dataDirectory) => {
      await loadMasterKey({ dataDirectory });
      await chmod(join(dataDirectory, 'master.key'), 0o644);
      await expect(loadMasterKey({ dataDirectory })).rejects.toThrow(/chmod 600/);
    }),
  );
});
