import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrateDatabase } from '../../infra/storage/database/migrate-database.ts';
import { openPgDatabase } from '../../infra/storage/database/pg-database.ts';
import { silentLogger } from '../../ports/logger.ts';
import { until } from '../support/log-harness.ts';
import { runCli, startCli } from '../support/run-cli.ts';
import { createServerDatabase } from '../support/server-database.ts';
import { samplesFolder } from '../support/server-in-process.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl)
  process.stdout.write('TEST_DATABASE_URL is not set: the import into a PostgreSQL server is left out.\n');

type Json = Record<string, unknown>;

const questions = ['pediatric epinephrine dose', 'naloxone', 'what to do about a seizure', 'hypoglycemia'];

const dataOf = async (server: ServerProcess, path: string, init: RequestInit = {}): Promise<unknown> => {
  const response = await server.fetch(path, init);
  const body = (await response.json()) as Json;
  if (body.success !== true) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body.data;
};

const post = (server: ServerProcess, path: string, body: Json, headers: Record<string, string> = {}) =>
  dataOf(server, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** What people see: the answers to the same searches, the catalogue and a past question. */
const views = async (server: ServerProcess, queryId: string): Promise<unknown> => {
  await until('everything has caught up', async () => {
    const followers = (await dataOf(server, '/api/admin/projections')) as Json[];
    return followers.every(({ eventsBehind, state }) => eventsBehind === 0 && state === 'running');
  });
  const searches = [];
  for (const query of questions) {
    const found = (await post(server, '/api/search', { query, limit: 5 })) as { results: Json[] };
    searches.push(found.results);
  }
  const catalogue = await dataOf(server, '/api/documents');
  return { searches, catalogue, answer: await dataOf(server, `/api/queries/${queryId}`) };
};

describe.runIf(serverUrl)('bringing an embedded database to a PostgreSQL server', () => {
  let folder: string;
  let dataDir: string;
  let database: Awaited<ReturnType<typeof createServerDatabase>>;
  let servers: ServerProcess[];
  let client: pg.Client;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-import-'));
    dataDir = join(folder, 'data');
    servers = [];
    database = await createServerDatabase(serverUrl ?? '');
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterEach(async () => {
    for (const server of servers) await server.kill();
    await client.end();
    await database[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const start = async (environment: Readonly<Record<string, string>> = {}): Promise<ServerProcess> => {
    const server = await startServerProcess(dataDir, environment);
    servers.push(server);
    return server;
  };
  const environment = () => ({ DATA_DIR: dataDir, DATABASE_URL: database.url });

  it('keeps positions, answers and what was remembered; and refuses what is in use or not empty', async () => {
    const embedded = await start();
    const ingested = await runCli(['ingest', samplesFolder, '-t', 'guideline'], { DATA_DIR: dataDir });
    expect(ingested.code).toBe(0);
    // Marked as holding PHI, so that it is sealed with the key of its conversation.
    const asked = { question: 'epinephrine dose for John Smith, born 03/04/1961' };
    const command = { prefer: 'wait=20', 'idempotency-key': 'the-same-question' };
    const { queryId } = (await post(embedded, '/api/commands/AskQuery', asked, command)) as {
      queryId: string;
    };
    const reset = await runCli(['projections', 'reset', 'documents'], { DATA_DIR: dataDir });
    expect(reset.code).toBe(0);
    const before = await views(embedded, queryId);

    const inUse = await runCli(['import-embedded'], environment());
    expect(inUse.code).toBe(1);
    expect(inUse.err).toContain(`The data directory ${dataDir} is in use`);
    await embedded.stop();

    const untold = await runCli(['import-embedded'], { DATA_DIR: dataDir });
    expect(untold).toMatchObject({ code: 2, out: '' });
    expect(untold.err).toContain('DATABASE_URL is not set.');

    const imported = await runCli(['import-embedded'], environment());
    expect(imported.err).toContain('Comparing');
    expect(imported).toMatchObject({ code: 0 });
    expect(imported.out).toMatch(
      /^(\d+) events and \d+ keys were brought over in .* All \1 positions were compared .* the same to the letter\.$/m,
    );

    const served = await start({ DATABASE_URL: database.url });
    expect(await views(served, queryId)).toEqual(before);
    // The same command is known, and is not executed again.
    const repeated = (await post(served, '/api/commands/AskQuery', asked, command)) as { queryId: string };
    expect(repeated.queryId).toBe(queryId);
    // It goes on: what is new is indexed and found.
    const more = await runCli(['ask', 'naloxone dose'], environment());
    expect(more.code).toBe(0);

    // What only the embedded log may still name is not taken from it.
    const orphan = join(dataDir, 'blobs/aa', 'a'.repeat(64));
    await mkdir(dirname(orphan), { recursive: true });
    await writeFile(orphan, 'of a document that was only ever in the embedded log');
    await utimes(orphan, 0, 0);
    const doctor = await runCli(['doctor', '--repair'], environment());
    expect(doctor.out.replaceAll(/\s+/g, ' ')).toContain('They may be named by the embedded database');
    expect(await readFile(orphan, 'utf8')).toContain('embedded log');
    await served.stop();

    const again = await runCli(['import-embedded'], environment());
    expect(again.code).toBe(1);
    expect(again.err).toContain('The database that DATABASE_URL names is not empty');
  }, 400_000);

  it('leaves nothing behind when it is killed in the middle, and can be run again', async () => {
    const embedded = await start();
    const asked = { question: 'naloxone dose' };
    await post(embedded, '/api/commands/AskQuery', asked, { 'idempotency-key': 'one', prefer: 'wait=20' });
    await embedded.stop();

    // It comes as far as what is remembered of commands, and waits for the table.
    const target = await openPgDatabase({ connectionString: database.url, logger: silentLogger });
    await migrateDatabase(target);
    await target.close();
    await client.query('begin');
    await client.query('lock table idempotency.commands in share mode');
    const killed = startCli(['import-embedded'], environment());
    const waits = `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%idempotency.commands%'`;
    const waiting = async (): Promise<boolean> => {
      // Within a transaction the first look is remembered.
      await client.query('select pg_stat_clear_snapshot()');
      return (await client.query(waits)).rows.length > 0;
    };
    await until('the import waits for the table', waiting);
    killed.kill();
    await killed.finished;
    await client.query('commit');

    const again = await runCli(['import-embedded'], environment());
    expect(again).toMatchObject({ code: 0 });
    const { rows } = await client.query('select count(*)::int as count from event_log.events');
    expect(again.out).toContain(`${rows[0].count} events and`);
  });

  it('has nothing to bring where there is no embedded database', async () => {
    const nothing = await runCli(['import-embedded'], { ...environment(), DATA_DIR: join(folder, 'other') });
    expect(nothing.code).toBe(1);
    expect(nothing.err).toContain('There is no embedded database');
    expect(await readdir(folder)).not.toContain('other');
  });
});
