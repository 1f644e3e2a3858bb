import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCliTokens } from '../../../../../cli/sign-cli-token.ts';
import { Failure, failure } from '../../../../../domain/kernel/failure.ts';
import { openDataDirectory } from '../../../../../infra/installation/data-directory/open-data-directory.ts';
import {
  createAdminTokenReader,
  makeAdminToken,
} from '../../../../../infra/services/auth/admin-token-file.ts';
import { hashToken } from '../../../../../infra/services/auth/hash-token.ts';
import {
  ensureSharedAdminToken,
  ensureSharedAdminTokenWithRetries,
} from '../../../../../infra/services/auth/share-admin-token.ts';
import { migrateDatabase } from '../../../../../infra/storage/database/migrate-database.ts';
import { openPgDatabase } from '../../../../../infra/storage/database/pg-database.ts';
import type { Database } from '../../../../../ports/database.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import { until } from '../../../../support/log-harness.ts';
import { createServerDatabase } from '../../../../support/server-database.ts';
import { type InProcess, startInProcess } from '../../../../support/server-in-process.ts';

const serverUrl = process.env.TEST_DATABASE_URL;
const FIRST = 'test-first-token-0123456789';

describe.runIf(serverUrl)('nodes with separate data directories on one database', () => {
  const newHome = async (): Promise<string> => {
    const home = await mkdtemp(join(tmpdir(), 'anamnesis-nodes-'));
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    return home;
  };
  const newDatabase = async () => {
    const made = await createServerDatabase(serverUrl ?? '');
    onTestFinished(() => made[Symbol.asyncDispose]());
    return made;
  };
  const masterKey = 'ab'.repeat(32);
  /** Files are shared like a mounted volume. */
  const dataDirOf = async (home: string, name: string): Promise<string> => {
    const dataDir = join(home, name);
    await mkdir(dataDir);
    await mkdir(join(home, 'blobs'), { recursive: true });
    await symlink(join(home, 'blobs'), join(dataDir, 'blobs'));
    return dataDir;
  };
  const start = (dataDir: string, url: string, key = masterKey): Promise<InProcess> =>
    startInProcess({ dataDir, environment: { DATABASE_URL: url, MASTER_KEY: key } });
  const asks = async (node: InProcess, token: string): Promise<number> => {
    const answer = await node.request('/api/admin/tokens', { headers: { authorization: `Bearer ${token}` } });
    await answer.text();
    return answer.status;
  };

  it("accept the same tokens: the command line's, named ones, and the first-start token", async () => {
    const [home, { url }] = [await newHome(), await newDatabase()];
    const [one, other] = [await dataDirOf(home, 'one'), await dataDirOf(home, 'other')];
    const nodes = [await start(one, url), await start(other, url)] as const;
    try {
      const ofCommandLine = await createCliTokens((await openDataDirectory(one)).tokenSecret)();
      for (const node of nodes) {
        expect(await asks(node, ofCommandLine)).toBe(200);
        expect(await asks(node, FIRST)).toBe(200);
      }

      const made = await nodes[0].command('CreateToken', { name: 'token:ward', roles: ['admin'], days: 1 });
      const token = String(made.token);
      // Tried only once it is read there, because attempts with an unknown token are limited.
      await nodes[1].settled();
      await until('the other node knows the token', async () => (await asks(nodes[1], token)) === 200);
      await nodes[1].command('RevokeToken', { tokenId: made.tokenId });
      await until('the first node has released the token', async () => (await asks(nodes[0], token)) === 401);

      let next = '';
      await makeAdminToken(await openDataDirectory(one), async (text) => {
        next = text;
      });
      expect(await asks(nodes[0], next)).toBe(200);
      // Checked in the file, because attempts with a wrong token are limited.
      const inForce = createAdminTokenReader(await openDataDirectory(other));
      await until('the other node has the token', async () =>
        Buffer.from((await inForce()) ?? []).equals(hashToken(next)),
      );
      expect(await asks(nodes[1], next)).toBe(200);
      expect(await asks(nodes[1], FIRST)).toBe(401);
    } finally {
      for (const node of nodes) await node.stop();
    }
  });

  it('refuse a node with another master key, and do not share its secrets', async () => {
    const [home, { url }] = [await newHome(), await newDatabase()];
    const node = await start(await dataDirOf(home, 'one'), url);
    try {
      const stranger = await dataDirOf(home, 'stranger');
      await expect(start(stranger, url, 'cd'.repeat(32))).rejects.toThrow(
        'The master key is not the one with which the keys in this database were wrapped',
      );
      await expect(
        startInProcess({ dataDir: await dataDirOf(home, 'keyless'), environment: { DATABASE_URL: url } }),
      ).rejects.toThrow('The master key is missing');
      expect(await asks(node, FIRST)).toBe(200);
    } finally {
      await node.stop();
    }
  });

  it('that start concurrently on an empty database create one first-start token between them', async () => {
    const [home, { url }] = [await newHome(), await newDatabase()];
    const databases = await Promise.all(
      [1, 2, 3].map(() => openPgDatabase({ connectionString: url, logger: silentLogger })),
    );
    onTestFinished(async () => {
      for (const database of databases) await database.close();
    });
    const shown: string[] = [];
    const directories = await Promise.all(
      databases.map(async (database, index) => {
        await migrateDatabase(database);
        const dataDirectory = await openDataDirectory(join(home, `node-${index}`));
        await ensureSharedAdminToken(database, { dataDirectory, logger: silentLogger }, async (token) => {
          shown.push(token);
        });
        return dataDirectory;
      }),
    );
    expect(shown).toHaveLength(1);
    for (const directory of directories) {
      expect(await createAdminTokenReader(directory)()).toEqual(Buffer.from(hashToken(shown[0] ?? '')));
      expect(await readFile(join(directory.keys, 'admin-token.sha256'), 'utf8')).not.toContain(shown[0]);
    }
  });

  it('wait for an unavailable database when the first-start token is created, until it is back or they stop', async () => {
    const [home, { url }] = [await newHome(), await newDatabase()];
    const database = await openPgDatabase({ connectionString: url, logger: silentLogger });
    onTestFinished(database.close);
    await migrateDatabase(database);
    const dataDirectory = await openDataDirectory(join(home, 'node'));
    const sharing = { dataDirectory, logger: silentLogger };
    const away = new Failure(failure('unavailable', 'It is restarted.', { component: 'database' }));
    let refusals = 0;
    const restarted = (times: number): Database => ({
      ...database,
      exclusive: (work) => {
        refusals += 1;
        return refusals <= times ? Promise.reject(away) : database.exclusive(work);
      },
    });
    const shown: string[] = [];
    const show = async (token: string): Promise<void> => {
      shown.push(token);
    };

    const stop = new AbortController();
    const never = restarted(Number.POSITIVE_INFINITY);
    const waiting = ensureSharedAdminTokenWithRetries(never, sharing, show, stop.signal);
    await until('the node has tried again', () => refusals > 1);
    stop.abort();
    expect(await waiting).toBeUndefined();
    expect(shown).toEqual([]);

    refusals = 0;
    await ensureSharedAdminTokenWithRetries(restarted(2), sharing, show, new AbortController().signal);
    expect(refusals).toBe(3);
    expect(shown).toHaveLength(1);
    expect(await createAdminTokenReader(dataDirectory)()).toEqual(Buffer.from(hashToken(shown[0] ?? '')));

    // A permanent error is reported immediately.
    const broken: Database = { ...database, exclusive: () => Promise.reject(new Error('broken')) };
    await expect(
      ensureSharedAdminTokenWithRetries(broken, sharing, show, new AbortController().signal),
    ).rejects.toThrow('broken');
  });
});
