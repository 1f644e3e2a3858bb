import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase } from '../../../../../infra/storage/database/migrate-database.ts';
import {
  openPgliteDatabase,
  type PgliteDatabase,
} from '../../../../../infra/storage/database/pglite-database.ts';
import { createPostgresKeyVault } from '../../../../../infra/storage/key-vault/postgres-key-vault.ts';
import { rewriteKeys } from '../../../../../infra/storage/key-vault/rewrite-keys.ts';
import { watchTombstones } from '../../../../../infra/storage/key-vault/watch-tombstones.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import { until } from '../../../../support/log-harness.ts';

const masterKey = randomBytes(32);

describe('a node that receives no notifications', () => {
  let database: PgliteDatabase;
  beforeAll(async () => {
    database = await openPgliteDatabase(undefined);
    await migrateDatabase(database);
  });
  afterAll(() => database.close());

  it('detects a destroyed key from the table itself, and drops what it had opened', async () => {
    const here = await createPostgresKeyVault({ database, masterKey });
    const elsewhere = await createPostgresKeyVault({ database, masterKey });
    let dropped = 0;
    here.onDestroyed(() => {
      dropped += 1;
    });
    await here.keysFor(['person:a', 'person:b']);
    const stop = watchTombstones({ database, vault: here, logger: silentLogger, lookEvery: 5 });
    await until('the node has looked', async () => (await here.existingKeys(['person:a'])).size === 1);
    await elsewhere.destroy('person:a');
    await until('the node has dropped the key', () => dropped > 0);
    expect((await here.existingKeys(['person:a'])).get('person:a')).toBeUndefined();
    expect((await here.existingKeys(['person:b'])).get('person:b')).toBeDefined();
    await stop();
  });

  it('drops everything after a pause, before it checks, even when the database is silent', async () => {
    let now = 1_000_000;
    let silent = false;
    let looks = 0;
    const noted: (string | undefined)[] = [];
    const stop = watchTombstones({
      database: {
        ...database,
        query: async (text, values) => {
          looks += 1;
          if (silent) throw new Error('No answer.');
          return database.query(text, values);
        },
      },
      vault: { noteDestroyed: (keyId) => noted.push(keyId), noteLooked: () => {} },
      logger: silentLogger,
      lookEvery: 5,
      now: () => now,
    });
    await until('the node has looked several times', () => looks > 2);
    expect(noted).toEqual([]);
    silent = true;
    now += 11_000;
    await until('the node has dropped everything', () => noted.length > 0);
    expect(noted[0]).toBeUndefined();
    await stop();
  });

  it('uses no cached key unless tombstones were checked recently', async () => {
    let statements = 0;
    const counting = {
      ...database,
      query: (...of: Parameters<PgliteDatabase['query']>) => {
        statements += 1;
        return database.query(...of);
      },
    };
    const vault = await createPostgresKeyVault({ database: counting, masterKey });
    await vault.keysFor(['person:c']);
    vault.noteLooked();
    statements = 0;
    await vault.existingKeys(['person:c']);
    expect(statements).toBe(0);
    const today = Date.now;
    try {
      Date.now = () => today() + 11_000;
      await vault.existingKeys(['person:c']);
      expect(statements).toBe(1);
    } finally {
      Date.now = today;
    }
  });
});

it('a destroyed key leaves nothing in the files of the embedded database, including its write-ahead log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-keys-'));
  const path = join(folder, 'db');
  const database = await openPgliteDatabase(path);
  try {
    await migrateDatabase(database);
    const vault = await createPostgresKeyVault({ database, masterKey });
    await vault.keysFor(['person:kept', 'person:erased']);
    const wrappedOf = async (subject: string): Promise<Buffer> => {
      const [row] = await database.query(
        `select encode(wrapped_key, 'hex') as key from vault.subject_keys where subject_hash = decode($1, 'hex')`,
        [vault.keyIdOf(subject)],
      );
      return Buffer.from(String(row?.key), 'hex');
    };
    const [kept, erased] = [await wrappedOf('person:kept'), await wrappedOf('person:erased')];
    const filesWith = async (bytes: Buffer): Promise<number> => {
      const names = await readdir(path, { recursive: true, withFileTypes: true });
      const contents = await Promise.all(
        names.filter((name) => name.isFile()).map((name) => readFile(join(name.parentPath, name.name))),
      );
      return contents.filter((content) => content.includes(bytes)).length;
    };
    await database.query('checkpoint');
    expect(await filesWith(erased)).toBeGreaterThanOrEqual(2);

    await vault.destroy('person:erased');
    await rewriteKeys(database);
    expect(await filesWith(erased)).toBe(0);
    expect(await filesWith(kept)).toBeGreaterThanOrEqual(1);
    expect((await vault.existingKeys(['person:kept'])).get('person:kept')).toHaveLength(32);
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
