import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runCliInProcess } from '../support/cli-in-process.ts';
import { until } from '../support/log-harness.ts';
import { runCli, startCli } from '../support/run-cli.ts';
import { createServerDatabase } from '../support/server-database.ts';
import { adminToken, type ServerProcess, startServerProcess } from '../support/server-process.ts';

type Json = Record<string, unknown>;
type Environment = Record<string, string>;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-e2e-backup-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

const run = promisify(execFile);

/** A disk of a given size is available where file systems may be mounted. */
const mayMount = process.platform === 'linux' && process.getuid?.() === 0;
if (!mayMount)
  process.stdout.write('No file system may be mounted here: the test of a full disk is skipped.\n');

const serverUrl = process.env.TEST_DATABASE_URL;

/** The place of an installation's log, determined by its environment. */
type Kind = { readonly name: string; readonly environment: () => Promise<Environment> };
const embedded: Kind = { name: 'the embedded database', environment: async () => ({}) };
const served = (url: string): Kind => ({
  name: 'PostgreSQL',
  environment: async () => {
    const database = await createServerDatabase(url);
    cleanups.push(async () => database[Symbol.asyncDispose]());
    return { DATABASE_URL: database.url };
  },
});
const kinds: readonly Kind[] = serverUrl ? [embedded, served(serverUrl)] : [embedded];
if (!serverUrl)
  process.stdout.write('TEST_DATABASE_URL is not set: the tests of backups of PostgreSQL are skipped.\n');

const start = async (dataDir: string, environment: Environment): Promise<ServerProcess> => {
  const server = await startServerProcess(dataDir, { LOG_LEVEL: 'warn', ...environment });
  cleanups.push(async () => {
    if (server.process.exitCode === null && server.process.signalCode === null) await server.kill();
  });
  return server;
};

const post = async (server: ServerProcess, name: string, body: unknown): Promise<Json> => {
  const response = await server.fetch(`/api/commands/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'wait=30' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { success: boolean; data: Json };
  if (!answer.success) throw new Error(`${name}: ${JSON.stringify(answer)}`);
  return answer.data;
};

const upload = async (server: ServerProcess, fileName: string, content: string): Promise<Json> => {
  const form = new FormData();
  form.set('sourceType', 'guideline');
  form.set('file', new Blob([content]), fileName);
  const response = await server.fetch('/api/commands/IngestDocument', { method: 'POST', body: form });
  const answer = (await response.json()) as { success: boolean; data: Json };
  if (!answer.success) throw new Error(`IngestDocument: ${JSON.stringify(answer)}`);
  return answer.data;
};

const protocol = (n: number): string =>
  `Protocol ${n}\n\nGive drug${n} ${n} mg IV for condition${n} in adults. Repeat once after ${n + 1} minutes.\n`;

const settled = (server: ServerProcess): Promise<void> =>
  until('everything has caught up', async () => {
    const { data } = (await (await server.fetch('/api/admin/projections')).json()) as { data: Json[] };
    return (
      data.length > 0 &&
      data.every(({ eventsBehind, rebuild }) => eventsBehind === 0 && rebuild === undefined)
    );
  });

const completed = (server: ServerProcess, jobId: unknown): Promise<void> =>
  until('the job is completed', async () => {
    const response = await server.fetch(`/api/admin/kb/jobs/${String(jobId)}`);
    const { data } = (await response.json()) as { data?: Json };
    return data?.state === 'COMPLETED';
  });

const auditExport = async (server: ServerProcess, to: number): Promise<string> =>
  (await server.fetch(`/api/audit/export?format=ndjson&from=1&to=${to}`)).text();

const search = async (server: ServerProcess, query: string): Promise<unknown> => {
  const response = await server.fetch('/api/search', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, limit: 10 }),
  });
  const { data } = (await response.json()) as { data: { results: Json[] } };
  return data.results;
};

const askedAnswer = async (server: ServerProcess, queryId: unknown): Promise<unknown> => {
  const { data } = (await (await server.fetch(`/api/queries/${String(queryId)}`)).json()) as { data: Json };
  return data;
};

/** Runs in this process like most commands here, except where a process is killed or its exit code is the subject. */
const backUp = async (
  folder: string,
  dataDir: string,
  environment: Readonly<Record<string, string>>,
  cli: typeof runCli = runCliInProcess,
): Promise<Json> => {
  const taken = await cli(['backup', folder, '--keys', `${folder}-keys`, '--json'], {
    DATA_DIR: dataDir,
    ...environment,
  });
  expect(taken.err).toContain('Copying 100 %');
  expect(taken.code).toBe(0);
  return JSON.parse(taken.out) as Json;
};

const verify = async (folder: string): Promise<Json> => {
  const { out, code } = await runCliInProcess(
    ['backup', 'verify', folder, '--keys', `${folder}-keys`, '--json'],
    {},
  );
  expect(code).toBe(0);
  return JSON.parse(out) as Json;
};

const restoreWords = (folder: string, to: string, key: string): string[] => [
  'restore',
  folder,
  '--keys',
  `${folder}-keys`,
  '--master-key',
  key,
  '--to',
  to,
];

/** Returns each read again, so that a failing test of one does not hide another. */
const readings = async (server: ServerProcess, queryId: unknown) => ({
  answer: await askedAnswer(server, queryId),
  naloxone: await search(server, 'naloxone dose'),
  drug3: await search(server, 'drug3 condition3'),
});

describe.each(kinds)('a backup of a server on $name under constant writes', (kind) => {
  test('contains every event and every file up to its end, and serves the same after every restore', async () => {
    const source = await newFolder();
    const environment = await kind.environment();
    const server = await start(source, environment);
    const opioid = await upload(
      server,
      'opioid.txt',
      'Opioid overdose. Naloxone dose: 0.4 mg IV, repeated once.',
    );
    await completed(server, opioid.jobId);
    const { queryId } = await post(server, 'AskQuery', { question: 'naloxone dose' });

    // Writers that continue until stopped, and count acknowledgements.
    const stop = new AbortController();
    let acknowledged = 0;
    let uploads = 0;
    // With pauses, because everything they write is restored, indexed and compared twice.
    const write = async (): Promise<void> => {
      while (!stop.signal.aborted) {
        await post(server, 'StartConversation', {});
        acknowledged += 1;
        await pause(50);
      }
    };
    const send = async (): Promise<void> => {
      for (let n = 1; !stop.signal.aborted; n += 1) {
        await upload(server, `protocol-${n}.txt`, protocol(n));
        uploads += 1;
        await pause(200);
      }
    };
    const writing = [write(), write(), send()];
    await until('writers are at work', () => acknowledged > 5 && uploads > 3);
    const folder = join(await newFolder(), 'backup');
    const before = acknowledged + uploads;
    const first = await backUp(folder, source, environment);
    expect(acknowledged + uploads).toBeGreaterThan(before);
    const early = `${folder}-early`;
    await cp(folder, early, { recursive: true });
    await cp(`${folder}-keys`, `${early}-keys`, { recursive: true });
    stop.abort();
    await Promise.all(writing);

    expect(await verify(early)).toMatchObject({ whole: true, head: first.head, problems: [] });

    // Again into the same folder, without writes: data of the first run is not copied again.
    await settled(server);
    const second = await backUp(folder, source, environment);
    expect(Number(second.head)).toBeGreaterThan(Number(first.head));
    const blobs = (backup: Json): Json => backup.blobs as Json;
    expect((second.copied as Json).blobs).toBe(Number(blobs(second).count) - Number(blobs(first).count));
    const expected = await readings(server, queryId);
    expect(expected.naloxone).not.toEqual([]);
    const exports = {
      early: await auditExport(server, Number(first.head)),
      late: await auditExport(server, Number(second.head)),
    };
    await server.stop();

    const masterKey = join(source, 'keys', 'master.key');
    const other = kinds.find((candidate) => candidate !== kind) ?? kind;
    for (const { from, to, text, head } of [
      { from: folder, to: kind, text: exports.late, head: second.head },
      { from: early, to: other, text: exports.early, head: first.head },
    ]) {
      const dataDir = join(await newFolder(), 'restored');
      const place = await to.environment();
      const done = await runCliInProcess([...restoreWords(from, dataDir, masterKey), '--json'], place);
      expect(done.err).toContain('Comparing 100 %');
      expect(done.code).toBe(0);
      const restored = await start(dataDir, place);
      expect(await auditExport(restored, Number(head))).toBe(text);
      await settled(restored);
      expect(await askedAnswer(restored, queryId)).toEqual(expected.answer);
      if (from === folder) expect(await readings(restored, queryId)).toEqual(expected);
      // Work continues, including on data that the backup caught midway.
      const more = await upload(restored, 'protocol-9999.txt', protocol(9999));
      await completed(restored, more.jobId);
      const { data: jobs } = (await (await restored.fetch('/api/admin/kb/jobs?limit=100')).json()) as {
        data: Json[];
      };
      await until('no job is stuck', async () => {
        const { data } = (await (await restored.fetch('/api/admin/kb/jobs?limit=100')).json()) as {
          data: Json[];
        };
        return data.every(({ state }) => state === 'COMPLETED' || state === 'SUPERSEDED');
      });
      expect(jobs.length).toBeGreaterThan(3);
      await restored.stop();
    }
  }, 600_000);
});

/** A proxy to a server that stops all responses after the given number of bytes. */
const openStallingLine = async (url: string, bytes: number) => {
  let passed = 0;
  const target = new URL(url);
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    client.pipe(server);
    server.on('data', (piece) => {
      if (passed + piece.length > bytes) {
        passed = bytes;
        return;
      }
      passed += piece.length;
      client.write(piece);
    });
    for (const [one, two] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => two.destroy());
      one.on('close', () => two.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  cleanups.push(async () => proxy.close());
  if (!address || typeof address !== 'object') throw new Error('The proxy has no port.');
  return { url: `http://127.0.0.1:${address.port}`, isStalled: () => passed >= bytes };
};

describe('a backup of a running server', () => {
  test('survives kill -9 of the command and of the server, and a full disk', async () => {
    const source = await newFolder();
    const server = await start(source, {});
    const folder = join(await newFolder(), 'backup');
    await upload(server, 'one.txt', protocol(1));
    const first = await backUp(folder, source, {});
    for (let n = 2; n <= 30; n += 1) await upload(server, `p${n}.txt`, protocol(n));

    /** Starts a backup that is interrupted after some bytes. */
    const interrupted = async (bytes: number) => {
      const line = await openStallingLine(server.url, bytes);
      const taking = startCli(['--url', line.url, 'backup', folder, '--keys', `${folder}-keys`], {
        ANAMNESIS_TOKEN: adminToken,
        DATA_DIR: await newFolder(),
      });
      await until('the backup is in progress', line.isStalled);
      return taking;
    };
    // Of the command: the previous backup is intact, and the next run completes it.
    for (const bytes of [3_000, 30_000, 60_000]) {
      const taking = await interrupted(bytes);
      taking.kill();
      await taking.finished;
      expect(await verify(folder)).toMatchObject({ whole: true, head: first.head });
    }
    const second = await backUp(folder, source, {});
    expect(Number(second.head)).toBeGreaterThan(Number(first.head));
    expect(await verify(folder)).toMatchObject({ whole: true, head: second.head });

    if (mayMount) await reportsFullDisk(server, source);

    // Of the server: the command ends with a message, and the previous backup is intact.
    const taking = await interrupted(8_000);
    await server.kill();
    const { code, err } = await taking.finished;
    expect(code).toBe(1);
    expect(err).toMatch(/broke/);
    expect(await verify(folder)).toMatchObject({ whole: true, head: second.head });
  });
});

/** A backup to a full disk is reported, and leaves the previous one intact. */
const reportsFullDisk = async (server: ServerProcess, source: string): Promise<void> => {
  const disk = await newFolder();
  await run('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'none', disk]);
  cleanups.push(() => run('umount', [disk]));
  const folder = join(disk, 'backup');
  const first = await backUp(folder, source, {});
  // Larger than the disk, and unreadable, so that it causes no further work.
  await upload(server, 'large.pdf', `%PDF-1.7\n${randomBytes(2_000_000).toString('hex')}`);
  const { code, err } = await runCli(['backup', folder, '--keys', `${folder}-keys`], { DATA_DIR: source });
  expect(err).toContain('There is no space left on the disk');
  expect(code).toBe(1);
  expect(await verify(folder)).toMatchObject({ whole: true, head: first.head });
};

describe('a backup of an installation without a running server', () => {
  const DOCUMENTS = 5;
  let home: string;
  let source: string;
  let folder: string;
  let head: unknown;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'anamnesis-e2e-backup-'));
    source = join(home, 'data');
    const server = await startServerProcess(source, { LOG_LEVEL: 'warn' });
    for (let n = 1; n <= DOCUMENTS; n += 1) {
      const { jobId } = await upload(server, `p${n}.txt`, protocol(n));
      if (n === 1) await completed(server, jobId);
    }
    await server.stop();
    folder = join(home, 'backup');
    ({ head } = await backUp(folder, source, {}, runCli));
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  test('is whole', async () => {
    expect(await verify(folder)).toMatchObject({ whole: true, head });
  });

  test.each(kinds)(
    'detects kill -9 during its restore to $name, and the next run completes it',
    async (kind) => {
      const masterKey = join(source, 'keys', 'master.key');
      const environment = await kind.environment();
      const dataDir = join(await newFolder(), 'restored');
      const words = restoreWords(folder, dataDir, masterKey);

      // A server's database is blocked inside the transaction; the embedded one takes a second to be created.
      const url = environment.DATABASE_URL;
      const blocker = url === undefined ? undefined : new pg.Client({ connectionString: url });
      if (blocker) {
        await blocker.connect();
        cleanups.push(() => blocker.end());
        await blocker.query('select pg_advisory_lock(4702111234474983745)');
      }
      const restoring = startCli(words, environment);
      if (blocker) {
        const isWaiting = (type: string) => async (): Promise<boolean> =>
          (await blocker.query('select 1 from pg_locks where not granted and locktype = $1', [type]))
            .rowCount !== 0;
        await until('the transaction has begun', isWaiting('advisory'));
        // Keys, claims and checkpoints are written by then, the log is not.
        await blocker.query('begin; lock table event_log.events in share mode');
        await blocker.query('select pg_advisory_unlock_all()');
        await until('the log is about to be written', isWaiting('relation'));
      } else
        await until('the database is being created', async () =>
          (await readdir(dataDir).catch((): string[] => [])).includes('database'),
        );
      restoring.kill();
      await restoring.finished;
      await blocker?.query('rollback');

      await expect(startServerProcess(dataDir, environment)).rejects.toThrow('has not finished');
      const again = await runCliInProcess([...words, '--json'], environment);
      expect(again.err).not.toContain('rror');
      expect(JSON.parse(again.out)).toMatchObject({ head });
      const restored = await start(dataDir, environment);
      await settled(restored);
      const { data } = (await (await restored.fetch('/api/documents')).json()) as { data: Json[] };
      expect(data).toHaveLength(DOCUMENTS);
    },
  );
});

describe('the command line', () => {
  test('explains what is wrong with a folder, and exits with an error', async () => {
    const folder = await newFolder();
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const key = join(folder, 'master.key');
    await writeFile(key, 'ab'.repeat(32), { mode: 0o600 });
    const environment = { DATA_DIR: join(folder, 'none') };
    const cases: readonly (readonly [readonly string[], string, number?])[] = [
      [['backup', 'verify', join(folder, 'nowhere')], 'holds no backup'],
      [['backup', 'verify', file], `${file} holds no backup: it is a file`],
      [['restore', file, '--to', join(folder, 'to')], `${file} holds no backup: it is a file`],
      [['backup', 'verify', folder], 'holds no backup'],
      [['restore', join(folder, 'nowhere'), '--to', join(folder, 'to')], 'holds no backup'],
      [['restore', folder, '--to', join(folder, 'to'), '--master-key', key], 'holds no backup'],
      [['backup', join(folder, 'new')], 'There is no data directory', 1],
    ];
    for (const [words, sentence, expected = 2] of cases) {
      const { code, out, err } = await runCliInProcess(words, environment);
      expect([words, err]).toEqual([words, expect.stringContaining(sentence)]);
      expect([code, out]).toEqual([expected, '']);
    }
  });
});
