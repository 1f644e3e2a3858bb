import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPgliteDatabase } from '../../infra/storage/database/pglite-database.ts';
import { runCli, startProgram } from '../support/run-cli.ts';
import { createServerDatabase } from '../support/server-database.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { compileCache } from '../support/test-cache.ts';

const root = join(import.meta.dirname, '../..');
const migrationOfTomorrow = `
  insert into coordination.schema_migrations (number, name, checksum, program)
  values (999999, '999999-of-tomorrow', 'unknown', '9.9.9')`;
const refusedAsNewer =
  'The database was changed by a newer version of this program: version 9.9.9 applied migration 999999-of-tomorrow';
const masterKey = '0'.repeat(64);

let folder: string;
let dataDir: string;
let servers: ServerProcess[];
let toClose: Server[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-start-'));
  dataDir = join(folder, 'data');
  servers = [];
  toClose = [];
});
afterEach(async () => {
  for (const server of servers) await server.kill();
  for (const server of toClose) server.close();
  await rm(folder, { recursive: true, force: true });
});

const startServer = async (
  environment: Readonly<Record<string, string>> = {},
  path = dataDir,
): Promise<ServerProcess> => {
  const server = await startServerProcess(path, environment);
  servers.push(server);
  return server;
};

/** Starts a server that is to refuse, and answers the one line that it says. */
const refusal = async (
  environment: Readonly<Record<string, string>>,
  words: readonly string[] = [],
): Promise<string> => {
  const { code, out, err } = await startProgram('app/main.ts', words, {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...environment,
  }).finished;
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^Anamnesis could not start\. [^\n]+\n$/);
  return err;
};

/** Runs a statement on the embedded database while no server has it. */
const onEmbedded = async (statement: string): Promise<void> => {
  const database = await openPgliteDatabase(join(dataDir, 'database'));
  await database.execute(statement);
  await database.close();
};

/** Uploads a document and waits for the end of its job. */
const ingest = async (server: ServerProcess): Promise<string> => {
  const form = new FormData();
  form.set('sourceType', 'guideline');
  form.set('file', new Blob(['# Hypoglycemia\n\nGive 25 g of dextrose 10 % IV.\n']), 'hypoglycemia.md');
  const response = await server.fetch('/api/commands/IngestDocument', {
    method: 'POST',
    body: form,
    headers: { prefer: 'wait=30' },
  });
  const body = (await response.json()) as { data: { jobId: string; position: number } };
  for (;;) {
    const job = await server.fetch(`/api/admin/kb/jobs/${body.data.jobId}?after=${body.data.position}`);
    const { data } = (await job.json()) as { data?: { state: string } };
    if (data && ['COMPLETED', 'FAILED'].includes(data.state)) return data.state;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

describe('a start that cannot be says why in one line', () => {
  it('when the address is not of this machine, or is no address', async () => {
    // 192.0.2.0/24 is kept for documentation (RFC 5737), and .invalid resolves nowhere (RFC 6761).
    expect(await refusal({ HOST: '192.0.2.1' })).toContain('HOST 192.0.2.1 is no address of this machine');
    expect(await refusal({ HOST: 'nowhere.invalid' })).toContain('HOST nowhere.invalid cannot be resolved');
  });

  it('when the data directory is a file', async () => {
    await writeFile(dataDir, 'something');
    expect(await refusal({})).toContain(`The data directory ${dataDir} is a file, not a folder`);
  });

  const asNobody = process.platform === 'linux' && process.getuid?.() === 0;
  if (!asNobody) process.stdout.write('Not root on Linux: a start as a user without rights is left out.\n');
  it.runIf(asNobody)('when the user may not write there, or may not have the port', async () => {
    const asUser = async (environment: Readonly<Record<string, string>>): Promise<string> => {
      const child = spawn(process.execPath, ['app/main.ts'], {
        cwd: root,
        // The number that Linux keeps for "nobody".
        uid: 65_534,
        gid: 65_534,
        env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', ...environment },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let err = '';
      child.stderr.on('data', (part: Buffer) => {
        err += part.toString();
      });
      await once(child, 'close');
      return err;
    };
    await mkdir(dataDir, { mode: 0o700 });
    expect(await asUser({})).toMatch(/^Anamnesis could not start\. The data directory \S+ may not be .*\n$/);
    expect(await asUser({ PORT: '80' })).toMatch(
      /^Anamnesis could not start\. Port 80 may not be opened by this user: .*\n$/,
    );
  });

  it('when the master key is lost, without making another one, or is wrong', async () => {
    const server = await startServer();
    await server.stop();
    const key = join(dataDir, 'keys/master.key');
    await cp(key, join(folder, 'kept'));
    await rm(key);
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await refusal({})).toContain(`The master key is missing: there is no ${key}`);
    expect(await refusal({ MASTER_KEY: masterKey })).toContain('The master key is not the one');
    await cp(join(folder, 'kept'), key);
    await (await startServer()).stop();
  });

  it('when a newer program has changed the database, and so does every command that opens it', async () => {
    await (await startServer()).stop();
    await onEmbedded(migrationOfTomorrow);
    expect(await refusal({})).toContain(refusedAsNewer);
    // Of the doctor it is a finding, with its exit code for problems.
    const commands = [
      { words: ['search', 'fever'], exitCode: 1 },
      { words: ['doctor'], exitCode: 2 },
    ];
    for (const { words, exitCode } of commands) {
      const { code, out, err } = await runCli(words, { DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
      expect(code, words.join(' ')).toBe(exitCode);
      const said = `${out}${err}`;
      expect(said.replaceAll(/\s+/g, ' ')).toContain(refusedAsNewer);
      expect(said).not.toMatch(/^\s+at /m);
    }
  });

  it('when a flag or a variable is not known', async () => {
    const refused = await refusal({}, ['--start-emtpy']);
    expect(refused).toContain("Unknown option '--start-emtpy'");
    expect(refused).toContain('See "npm start -- --help"');
  });

  it('when nothing listens at the database URL, or the host does not exist', async () => {
    expect(await refusal({ DATABASE_URL: 'postgres://anna:secret@127.0.0.1:1/clinic' })).toBe(
      'Anamnesis could not start. The database server at 127.0.0.1:1 refuses connections: is it running? Check DATABASE_URL.\n',
    );
    expect(await refusal({ DATABASE_URL: 'postgres://anna:secret@nowhere.invalid/clinic' })).toContain(
      'The host of the database server, nowhere.invalid:5432, cannot be resolved.',
    );
  });

  it.each([
    ['28P01', 'refuses the password of the user anna'],
    ['28000', 'does not let the user anna in'],
    ['57P03', 'is starting or stopping'],
    ['53300', 'has no connection free'],
  ])('when the database server answers %s', async (sqlState, sentence) => {
    // The fields of an ErrorResponse (PostgreSQL documentation, 54.8): severity, code, message.
    const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0Mrefused\0\0`);
    const head = Buffer.alloc(5, 'E');
    head.writeInt32BE(fields.length + 4, 1);
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(Buffer.concat([head, fields])));
    }).listen(0, '127.0.0.1');
    toClose.push(server);
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const said = await refusal({ DATABASE_URL: `postgres://anna:secret@127.0.0.1:${port}/clinic` });
    expect(said).toContain(sentence);
    expect(said).not.toContain('secret');
  });
});

describe('a server that is told to stop', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('by %s while it is starting ends at once, of itself', async (signal, code) => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    toClose.push(silent);
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const child = spawn(process.execPath, ['app/main.ts'], {
      cwd: root,
      env: {
        ...compileCache,
        DATA_DIR: dataDir,
        PORT: '0',
        DATABASE_URL: `postgres://anna@127.0.0.1:${port}/clinic`,
      },
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    const [connection] = await once(silent, 'connection');
    child.kill(signal);
    // Not by the signal itself, which the first process of a container would not even notice.
    expect(await exited).toEqual([code, null]);
    connection.destroy();
  });

  it('stops in order also when nobody reads what it says any more', async () => {
    const server = await startServer();
    server.process.stdout?.destroy();
    server.process.stderr?.destroy();
    expect(await server.stop()).toBe(0);
  });
});

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl)
  process.stdout.write('TEST_DATABASE_URL is not set: starts on a PostgreSQL server are left out.\n');

describe.runIf(serverUrl)('a start on a PostgreSQL server', () => {
  let database: Awaited<ReturnType<typeof createServerDatabase>>;
  beforeEach(async () => {
    database = await createServerDatabase(serverUrl ?? '');
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.kill();
    await database[Symbol.asyncDispose]();
  });

  const onServer = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(statement);
    await client.end();
  };

  it('is refused in one line when the database is missing, belongs to somebody else or is too new', async () => {
    const missing = new URL(database.url);
    missing.pathname = '/not_there';
    expect(await refusal({ DATABASE_URL: missing.href })).toContain('There is no database not_there');

    await onServer('drop role if exists anamnesis_guest; create role anamnesis_guest login');
    const guest = new URL(database.url);
    guest.username = 'anamnesis_guest';
    const refused = await refusal({ DATABASE_URL: guest.href });
    await onServer('drop role anamnesis_guest');
    expect(refused).toContain('The user anamnesis_guest lacks rights in the database');

    await (await startServer({ DATABASE_URL: database.url, MASTER_KEY: masterKey })).stop();
    await onServer(migrationOfTomorrow);
    expect(await refusal({ DATABASE_URL: database.url, MASTER_KEY: masterKey })).toContain(refusedAsNewer);
  });

  it('is refused to a node whose files are not those of the database, and open to one that shares them', async () => {
    const environment = { DATABASE_URL: database.url, MASTER_KEY: masterKey };
    const first = await startServer(environment);
    expect(await ingest(first)).toBe('COMPLETED');
    const refused = await refusal({ ...environment, DATA_DIR: join(folder, 'other') });
    expect(refused).toContain(
      `The files of this database are not those in the folder ${join(folder, 'other/blobs')}`,
    );
    expect(refused).toContain('mount the data directory of the first node');
    // The same folder, and a copy of it, as from a backup.
    const second = await startServer(environment);
    expect(await ingest(second)).toBe('COMPLETED');
    await cp(join(dataDir, 'blobs'), join(folder, 'copy/blobs'), { recursive: true });
    await startServer(environment, join(folder, 'copy'));
  });

  it('is refused to an empty folder when the database is of a version without identities', async () => {
    const environment = { DATABASE_URL: database.url, MASTER_KEY: masterKey };
    const first = await startServer(environment);
    expect(await ingest(first)).toBe('COMPLETED');
    await first.stop();
    await onServer('delete from coordination.blob_folder');
    await rm(join(dataDir, 'blobs/identity'));
    const refused = await refusal({ ...environment, DATA_DIR: join(folder, 'other') });
    expect(refused).toContain('The database names files, but the folder');
    await startServer(environment);
  });

  it('takes nothing over from an embedded database that a newer program has changed', async () => {
    await (await startServer()).stop();
    await onEmbedded(migrationOfTomorrow);
    const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
    const { code, err } = await runCli(['import-embedded'], environment);
    expect(code).toBe(1);
    expect(err.replaceAll(/\s+/g, ' ')).toContain(refusedAsNewer);
    expect(err).not.toMatch(/^\s+at /m);
  });

  it('asks before it leaves an embedded database behind, and remembers the answer', async () => {
    const embedded = await startServer();
    expect(await ingest(embedded)).toBe('COMPLETED');
    const taken = await refusal({ DATABASE_URL: database.url });
    expect(taken).toContain('an embedded one (a server that runs on it has it open)');
    await embedded.stop();
    const asked = await refusal({ DATABASE_URL: database.url });
    expect(asked).toMatch(
      /holds an embedded one with \d+ events, the last of \d{4}-\d\d-\d\d\. Bring it over with "npx anamnesis import-embedded", or start empty/,
    );
    await (await startServer({ DATABASE_URL: database.url, START_EMPTY: 'true' })).stop();
    await (await startServer({ DATABASE_URL: database.url })).stop();
    // The embedded database is as it was.
    const before = await startServer();
    const documents = await before.fetch('/api/documents');
    expect(await documents.json()).toMatchObject({ data: [{ docKey: 'guideline-hypoglycemia' }] });
  });
});
