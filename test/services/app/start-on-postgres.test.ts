import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPgliteDatabase } from '../../../infra/storage/database/pglite-database.ts';
import { runCliInProcess } from '../../support/cli-in-process.ts';
import { newerMigration, refusedAsNewer } from '../../support/newer-migration.ts';
import { refusedStart } from '../../support/refused-start.ts';
import { createServerDatabase, type ServerDatabase } from '../../support/server-database.ts';
import { type InProcess, startInProcess } from '../../support/server-in-process.ts';

const masterKey = '0'.repeat(64);
const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl)
  process.stdout.write(
    'TEST_DATABASE_URL is not set: tests of a start on a PostgreSQL server are skipped.\n',
  );

describe.runIf(serverUrl)('a start on a PostgreSQL server', () => {
  let folder: string;
  let dataDir: string;
  let servers: InProcess[];
  let database: ServerDatabase;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-start-'));
    dataDir = join(folder, 'data');
    servers = [];
    database = await createServerDatabase(serverUrl ?? '');
  });
  afterEach(async () => {
    for (const server of servers) await server.dispose();
    await database[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const start = async (
    environment: Readonly<Record<string, string>> = {},
    path = dataDir,
  ): Promise<InProcess> => {
    const server = await startInProcess({ dataDir: path, environment });
    servers.push(server);
    return server;
  };
  const refusal = (environment: Readonly<Record<string, string>>): Promise<string> =>
    refusedStart({ DATA_DIR: dataDir, ...environment });
  const onServer = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  const ingest = async (server: InProcess): Promise<unknown> =>
    (await server.ingest('# Hypoglycemia\n\nGive 25 g of dextrose 10 % IV.\n', 'hypoglycemia.md')).state;

  it('is refused in one line when the database is missing, foreign or too new', async () => {
    const missing = new URL(database.url);
    missing.pathname = '/not_there';
    expect(await refusal({ DATABASE_URL: missing.href })).toContain('There is no database not_there');

    // Roles belong to the whole server, which others may be using.
    const role = `anamnesis_guest_${randomUUID().replaceAll('-', '')}`;
    await onServer(`create role ${role} login`);
    const guest = new URL(database.url);
    guest.username = role;
    const refused = await refusal({ DATABASE_URL: guest.href }).finally(() => onServer(`drop role ${role}`));
    expect(refused).toContain(`The user ${role} lacks privileges in the database`);

    await (await start({ DATABASE_URL: database.url, MASTER_KEY: masterKey })).dispose();
    await onServer(newerMigration);
    expect(await refusal({ DATABASE_URL: database.url, MASTER_KEY: masterKey })).toContain(refusedAsNewer);
  });

  it('is refused to a node whose files do not belong to the database, and allowed to one that shares them', async () => {
    const environment = { DATABASE_URL: database.url, MASTER_KEY: masterKey };
    const first = await start(environment);
    expect(await ingest(first)).toBe('COMPLETED');
    const refused = await refusal({ ...environment, DATA_DIR: join(folder, 'other') });
    expect(refused).toContain(
      `The files in the folder ${join(folder, 'other/blobs')} do not belong to this database`,
    );
    expect(refused).toContain('mount the data directory of the first node');
    // The same folder, and a copy of it, as from a backup.
    const second = await start(environment);
    expect(await ingest(second)).toBe('COMPLETED');
    await cp(join(dataDir, 'blobs'), join(folder, 'copy/blobs'), { recursive: true });
    await start(environment, join(folder, 'copy'));
  });

  it('is refused to an empty folder when the database predates installation identities', async () => {
    const environment = { DATABASE_URL: database.url, MASTER_KEY: masterKey };
    const first = await start(environment);
    expect(await ingest(first)).toBe('COMPLETED');
    await first.dispose();
    await onServer('delete from coordination.blob_folder');
    await rm(join(dataDir, 'blobs/identity'));
    const refused = await refusal({ ...environment, DATA_DIR: join(folder, 'other') });
    expect(refused).toContain('The database refers to files, but the folder');
    await start(environment);
  });

  it('imports nothing from an embedded database migrated by a newer program', async () => {
    await (await start()).dispose();
    const embedded = await openPgliteDatabase(join(dataDir, 'database'));
    await embedded.execute(newerMigration);
    await embedded.close();
    const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
    const { code, err } = await runCliInProcess(['import-embedded'], environment);
    expect(code).toBe(1);
    expect(err.replaceAll(/\s+/g, ' ')).toContain(refusedAsNewer);
    expect(err).not.toMatch(/^\s+at /m);
  });

  it('asks before leaving an embedded database behind, and remembers the reply', async () => {
    const embedded = await start();
    expect(await ingest(embedded)).toBe('COMPLETED');
    const taken = await refusal({ DATABASE_URL: database.url });
    expect(taken).toContain('an embedded one (a running server has it open)');
    await embedded.dispose();
    const asked = await refusal({ DATABASE_URL: database.url });
    expect(asked).toMatch(
      /contains an embedded one with \d+ events, the last of \d{4}-\d\d-\d\d\. Import it with "npx anamnesis import-embedded", or start empty/,
    );
    await (await start({ DATABASE_URL: database.url, START_EMPTY: 'true' })).dispose();
    await (await start({ DATABASE_URL: database.url })).dispose();
    // The embedded database is unchanged.
    const before = await start();
    expect(await before.get('/api/documents')).toMatchObject([{ docKey: 'guideline-hypoglycemia' }]);
  });
});
