import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openPgDatabase } from '../../infra/storage/database/pg-database.ts';
import { createPostgresKeyVault } from '../../infra/storage/key-vault/postgres-key-vault.ts';
import { silentLogger } from '../../ports/logger.ts';
import { until } from '../support/log-harness.ts';
import { createServerDatabase } from '../support/server-database.ts';
import { type InProcess, type Json, startInProcess } from '../support/server-in-process.ts';
import { startServerProcess } from '../support/server-process.ts';

const serverUrl = process.env.TEST_DATABASE_URL;
const content = '# Naloxone\n\nGive naloxone 0.4 mg IV.';
const file = '/api/documents/guideline-naloxone/versions/1/file';

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-key-rotation-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};
/** The rotations in the audit trail, which may lag. */
const rotationsOf = async (server: InProcess): Promise<readonly Json[]> => {
  const answer = await server.request('/api/audit/entries?type=MasterKeyRotated');
  return z.object({ data: z.array(z.looseObject({})) }).parse(await answer.json()).data;
};
const keyFile = async (path: string, key = randomBytes(32)): Promise<string> => {
  await writeFile(path, key.toString('hex'), { mode: 0o600 });
  return path;
};

it('a single server rotates the key in its data directory to a file elsewhere', async () => {
  const folder = await newFolder();
  const dataDir = join(folder, 'data');
  const beside = join(dataDir, 'keys', 'master.key');
  const elsewhere = await keyFile(join(folder, 'master-2.key'));

  const first = await startInProcess({ dataDir });
  await first.ingest(content, 'naloxone.md', { docKey: 'guideline-naloxone' });
  await first.dispose();

  const environment = { MASTER_KEY_FILE: elsewhere, PREVIOUS_MASTER_KEY_FILE: beside };
  const second = await startInProcess({ dataDir, environment });
  const examine = async (): Promise<string> => (await second.post('/api/admin/doctor', {})).text();
  await until('the rotation is complete', async () => (await examine()).includes('is no longer needed'));
  expect(await (await second.request(file)).text()).toBe(content);
  await until('the rotation is in the audit trail', async () => (await rotationsOf(second)).length > 0);
  expect(await rotationsOf(second)).toMatchObject([{ actorId: 'system:key-rotation' }]);
  expect(await (await second.request('/metrics')).text()).toMatch(/^anamnesis_master_key_age_seconds \d/m);
  await second.dispose();

  await rm(beside);
  const third = await startInProcess({ dataDir, environment: { MASTER_KEY_FILE: elsewhere } });
  expect(await (await third.request(file)).text()).toBe(content);
  await third.dispose();
});

describe.runIf(serverUrl)('nodes on one database', () => {
  it('rotate the key when all have the new one, also when one is killed midway', async () => {
    const folder = await newFolder();
    const dataDir = join(folder, 'data');
    const database = await createServerDatabase(serverUrl ?? '');
    onTestFinished(() => database[Symbol.asyncDispose]());
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    onTestFinished(() => client.end());
    const former = randomBytes(32);
    const old = await keyFile(join(folder, 'old.key'), former);
    const fresh = await keyFile(join(folder, 'new.key'));
    const both = { DATABASE_URL: database.url, MASTER_KEY_FILE: fresh, PREVIOUS_MASTER_KEY_FILE: old };
    const underWay = async (): Promise<Json | undefined> => {
      const { rows } = await client.query(
        `select value::json as value from coordination.shared_facts where name = 'master-key-rotation'`,
      );
      return rows[0]?.value;
    };

    const one = await startInProcess({
      dataDir,
      environment: { DATABASE_URL: database.url, MASTER_KEY_FILE: old },
    });
    await one.ingest(content, 'naloxone.md', { docKey: 'guideline-naloxone' });
    const direct = await openPgDatabase({ connectionString: database.url, logger: silentLogger });
    const vault = await createPostgresKeyVault({ database: direct, masterKey: former });
    await vault.keysFor(Array.from({ length: 5000 }, (_, index) => `person-${index}`));
    await direct.close();

    // It has both keys, and waits for the node that has only the old one.
    const killed = await startServerProcess(dataDir, both);
    onTestFinished(killed.kill);
    await until('it waits', () => killed.output().includes('waits for nodes'));
    expect(await underWay()).toBeUndefined();
    expect(await (await one.request(file)).text()).toBe(content);

    // The third page of keys waits for this row.
    await client.query('begin');
    await client.query(
      `select 1 from vault.subject_keys where subject_hash =
         (select subject_hash from vault.subject_keys order by subject_hash offset 2500 limit 1) for update`,
    );
    await one.dispose();
    await until('two pages are wrapped', async () => (await underWay())?.done === 2000);
    await killed.kill();
    await client.query('rollback');

    await expect(
      startInProcess({ dataDir, environment: { DATABASE_URL: database.url, MASTER_KEY_FILE: old } }),
    ).rejects.toThrow('to which it was rotated');
    expect((await underWay())?.done).toBe(2000);
    const nodes = [
      await startInProcess({ dataDir, environment: both }),
      await startInProcess({ dataDir, environment: both }),
    ];
    await until('the rotation is complete', async () => (await underWay()) === undefined);
    for (const node of nodes) {
      expect(await (await node.request(file)).text()).toBe(content);
      await node.dispose();
    }
    const last = await startInProcess({
      dataDir,
      environment: { DATABASE_URL: database.url, MASTER_KEY_FILE: fresh },
    });
    expect(await (await last.request(file)).text()).toBe(content);
    await until('the rotation is in the audit trail', async () => (await rotationsOf(last)).length > 0);
    expect(await rotationsOf(last)).toHaveLength(1);
    await last.dispose();
  });
});
