import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openPgliteDatabase } from '../../../infra/storage/database/pglite-database.ts';
import { runCliInProcess } from '../../support/cli-in-process.ts';
import { newerMigration, refusedAsNewer } from '../../support/newer-migration.ts';
import { refusedStart } from '../../support/refused-start.ts';
import { type InProcess, startInProcess } from '../../support/server-in-process.ts';

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-start-'));
  dataDir = join(folder, 'data');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const refusal = (environment: Readonly<Record<string, string>>): Promise<string> =>
  refusedStart({ DATA_DIR: dataDir, ...environment });

describe('a failed start names its cause in one line', () => {
  it('when the address is not an address of this machine, or is malformed', async () => {
    // 192.0.2.0/24 is reserved for documentation (RFC 5737), and .invalid never resolves (RFC 6761).
    expect(await refusal({ HOST: '192.0.2.1' })).toContain(
      'HOST 192.0.2.1 is not an address of this machine',
    );
    expect(await refusal({ HOST: 'nowhere.invalid' })).toContain('HOST nowhere.invalid cannot be resolved');
  });

  it('when the data directory is a file', async () => {
    await writeFile(dataDir, 'something');
    expect(await refusal({})).toContain(
      `The data directory ${dataDir} is a file or inside a file, not a folder`,
    );
  });

  it('when the master key is missing or wrong, without creating another one', async () => {
    await (await startInProcess({ dataDir })).dispose();
    const key = join(dataDir, 'keys/master.key');
    await cp(key, join(folder, 'kept'));
    await rm(key);
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await refusal({})).toContain(`The master key is missing: there is no ${key}`);
    expect(await refusal({ MASTER_KEY: '0'.repeat(64) })).toContain('The master key is not the one');
    await cp(join(folder, 'kept'), key);
    await (await startInProcess({ dataDir })).dispose();
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['MASTER_KEY', { MASTER_KEY: 'short' }, 'MASTER_KEY must be 32 bytes'],
    ['MASTER_KEY_FILE', { MASTER_KEY_FILE: '/no/such.key' }, 'there is no /no/such.key'],
    ['MASTER_KEY_FILE of others', { MASTER_KEY_FILE: '/etc/hostname' }, 'chmod 600'],
    ['TLS_CERT', { TLS_CERT: '/no/such.crt', TLS_KEY: '/no/such.key' }, 'TLS_CERT cannot be read'],
    ['REDIS_CA_FILE', { REDIS_URL: 'rediss://localhost:1', REDIS_CA_FILE: '/no/such.pem' }, 'REDIS_CA_FILE'],
    ['BLOB_URL', { BLOB_URL: 'nowhere' }, 'BLOB_URL'],
    ['VECTOR_INDEX', { QDRANT_URL: 'http://localhost:1', VECTOR_INDEX: 'exact' }, 'VECTOR_INDEX'],
  ])('when %s is wrong, before creating anything', async (_name, environment, sentence) => {
    expect(await refusal(environment)).toContain(sentence);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('when a newer program has migrated the database, and every command that opens it fails alike', async () => {
    await (await startInProcess({ dataDir })).dispose();
    const database = await openPgliteDatabase(join(dataDir, 'database'));
    await database.execute(newerMigration);
    await database.close();
    expect(await refusal({})).toContain(refusedAsNewer);
    // The doctor reports it as a finding, with its exit code for problems.
    const commands = [
      { words: ['search', 'fever'], exitCode: 1 },
      { words: ['doctor'], exitCode: 2 },
    ];
    for (const { words, exitCode } of commands) {
      const { code, out, err } = await runCliInProcess(words, { DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
      expect(code, words.join(' ')).toBe(exitCode);
      const said = `${out}${err}`;
      expect(said.replaceAll(/\s+/g, ' ')).toContain(refusedAsNewer);
      expect(said).not.toMatch(/^\s+at /m);
    }
  });

  it('when nothing listens at the database URL, or the host is unknown', async () => {
    expect(await refusal({ DATABASE_URL: 'postgres://anna:secret@127.0.0.1:1/clinic' })).toBe(
      'The database server at 127.0.0.1:1 refuses connections. Is it running? Check DATABASE_URL.',
    );
    expect(await refusal({ DATABASE_URL: 'postgres://anna:secret@nowhere.invalid/clinic' })).toContain(
      'The host of the database server, nowhere.invalid:5432, cannot be resolved.',
    );
  });

  it.each([
    ['28P01', 'rejects the password of the user anna'],
    ['28000', 'does not allow the user anna to log in'],
    ['57P03', 'is starting or stopping'],
    ['53300', 'has no free connections'],
  ])('when the database server answers with %s', async (sqlState, sentence) => {
    // The fields of an ErrorResponse (PostgreSQL documentation, 54.8): severity, code, message.
    const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0Mrefused\0\0`);
    const head = Buffer.alloc(5, 'E');
    head.writeInt32BE(fields.length + 4, 1);
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(Buffer.concat([head, fields])));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const said = await refusal({ DATABASE_URL: `postgres://anna:secret@127.0.0.1:${port}/clinic` });
    expect(said).toContain(sentence);
    expect(said).not.toContain('secret');
  });
});

describe('the messages logged at the start', () => {
  /** The log of a start, as level and message of each line. */
  const logOf = ({ logLines }: InProcess) =>
    logLines.map((line) => JSON.parse(line) as { readonly level: string; readonly message: string });

  it('are not repeated when the same process serves again', async () => {
    const environment = { TLS_CRET: '/no/such.crt' };
    const first = await startInProcess({ dataDir, environment });
    const said = first.notes.map(({ text }) => text);
    expect(said).toEqual([
      expect.stringContaining('TLS_CRET is set'),
      expect.stringContaining('The master key is next to the data'),
    ]);
    expect(logOf(first)).toEqual(
      expect.arrayContaining(
        first.notes.map(({ level, text: message }) => expect.objectContaining({ level, message })),
      ),
    );
    await first.dispose();

    const former = { events: [], node: first.application.node, notes: first.notes };
    const more = { ...environment, EMBEDDED_SNYC: 'off' };
    const again = await startInProcess({ dataDir, environment: more, former });
    const repeated = logOf(again).filter(({ message }) => said.includes(message));
    expect(repeated).toEqual([]);
    // New messages are logged.
    expect(logOf(again)).toContainEqual(
      expect.objectContaining({ level: 'warn', message: expect.stringContaining('EMBEDDED_SNYC is set') }),
    );
    await again.dispose();
  });

  it('rate the place of the master key like the doctor and the health check', async () => {
    const server = await startInProcess({ dataDir });
    const [advice] = logOf(server).filter(({ message }) => message.startsWith('The master key is next to'));
    expect(advice?.level).toBe('info');
    const { out } = await runCliInProcess(['doctor', '--json'], { DATA_DIR: dataDir });
    const { findings } = JSON.parse(out) as { readonly findings: readonly object[] };
    expect(findings).toContainEqual({ check: 'keys', severity: 'ok', message: advice?.message });
    expect(await server.get('/health/ready')).toMatchObject({ status: 'ready' });
    await server.dispose();
  });
});
