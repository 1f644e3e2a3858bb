import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { until } from './log-harness.ts';

const run = promisify(execFile);
const script = join(import.meta.dirname, '../../.ci/start-postgres');
const INSTALLED = '/usr/lib/postgresql';

/** The folder of PostgreSQL's programs, if installed on this machine. */
const findPrograms = async (): Promise<string | undefined> => {
  if (process.env.PG_BIN) return process.env.PG_BIN;
  if (!existsSync(INSTALLED)) return undefined;
  const newest = (await readdir(INSTALLED)).toSorted((one, other) => Number(one) - Number(other)).at(-1);
  return newest === undefined ? undefined : join(INSTALLED, newest, 'bin');
};

/** As in `.ci/start-postgres`: a killed server leaves its files to the operating system, which survives. */
const WITHOUT_SYNC = '-c fsync=off -c full_page_writes=off';

const programs = await findPrograms();
if (process.env.TEST_DATABASE_URL && !programs) {
  process.stdout.write("PostgreSQL's programs are not installed: the tests that restart it are skipped.\n");
}

/** Whether tests may start their own server here: not when settings exclude servers. */
export const canOwnPostgres = programs !== undefined && Boolean(process.env.TEST_DATABASE_URL);

/** A PostgreSQL server owned by one test, which may stop and start it and break its connections. */
export type OwnPostgres = AsyncDisposable & {
  readonly url: string;
  /** `fast` ends the sessions, `immediate` crashes the server, which recovers at the next start. */
  readonly stop: (mode: 'fast' | 'immediate') => Promise<void>;
  /** Resolves when the server accepts connections. */
  readonly start: () => Promise<void>;
  /** `pg_terminate_backend` for every other session. Returns their number. */
  readonly terminateBackends: () => Promise<number>;
  /** A streaming replica of the server, created by pg_basebackup. */
  readonly replicate: () => Promise<OwnReplica>;
  /** Copies the files of the stopped server; the returned function restores them, again on a stopped server. */
  readonly copyFiles: () => Promise<() => Promise<void>>;
  /** Runs one statement on a separate connection. */
  readonly administer: (statement: string) => Promise<readonly Record<string, unknown>[]>;
};

/** A standby that replays the writes of its primary until it is promoted. */
export type OwnReplica = Pick<OwnPostgres, 'url' | 'stop' | 'start' | 'administer'> &
  AsyncDisposable & {
    readonly promote: () => Promise<void>;
    /** Replays all writes of its primary so far, and receives none from then on. */
    readonly fallBehind: () => Promise<void>;
  };

const administerOn = async (url: string, statement: string): Promise<readonly Record<string, unknown>[]> => {
  const admin = new pg.Client({ connectionString: url, application_name: 'test-administrator' });
  admin.on('error', () => {});
  await admin.connect();
  try {
    return (await admin.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await admin.end();
  }
};

const asPostgres = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
const runAsPostgres = async (...words: readonly string[]): Promise<void> => {
  const [program = '', ...rest] = [...asPostgres, ...words];
  await run(program, rest);
};

const replicate = async (home: string, folder: string, primary: string, bin: string): Promise<OwnReplica> => {
  const data = join(folder, `replica-${randomUUID()}`);
  const port = await freePort();
  await runAsPostgres(
    join(bin, 'pg_basebackup'),
    '-D',
    data,
    '-R',
    '--no-sync',
    '-X',
    'stream',
    '-c',
    'fast',
    '-d',
    primary,
  );
  const control = (...commands: readonly string[]): Promise<void> =>
    runAsPostgres(join(bin, 'pg_ctl'), '-D', data, '-w', '-l', `${data}.log`, ...commands);
  const start = (): Promise<void> =>
    control(
      '-o',
      `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c max_connections=200 ${WITHOUT_SYNC}`,
      'start',
    );
  await start();
  const address = new URL(primary);
  address.port = String(port);
  const url = address.href;
  const administer = (statement: string) => administerOn(url, statement);
  const fallBehind = async (): Promise<void> => {
    const [written] = await administerOn(primary, 'select pg_current_wal_flush_lsn()::text as lsn');
    const reached = `select pg_last_wal_replay_lsn() >= '${String(written?.lsn)}'::pg_lsn as reached`;
    await until('the replica has caught up', async () => (await administer(reached))[0]?.reached === true);
    await administer("alter system set primary_conninfo = ''");
    await administer('select pg_reload_conf()');
    await until(
      'the replica receives nothing',
      async () => (await administer('select from pg_stat_wal_receiver')).length === 0,
    );
  };
  return {
    url,
    start,
    stop: (mode) => control('-m', mode, 'stop'),
    promote: () => control('promote'),
    fallBehind,
    administer,
    [Symbol.asyncDispose]: async () => {
      await control('-m', 'immediate', 'stop').catch(() => {});
      // Its other files are removed with those of the primary.
      if (home !== folder) await rm(data, { recursive: true, force: true });
    },
  };
};

/** Starts a server with `.ci/start-postgres`; disposing of it stops it and removes its files. */
export const startOwnPostgres = async (): Promise<OwnPostgres> => {
  if (programs === undefined) throw new Error('PostgreSQL is not installed on this machine.');
  const home = await mkdtemp(join(tmpdir(), 'anamnesis-postgres-'));
  // PostgreSQL does not run as root, so its own user needs access.
  await chmod(home, 0o755);
  const folder = join(home, 'server');
  const { stdout } = await run(script, [folder]).catch(async (error: unknown) => {
    await rm(home, { recursive: true, force: true });
    throw error;
  });
  const url = stdout.trim();
  const data = join(folder, 'data');
  const control = (...commands: readonly string[]): Promise<void> =>
    // The log is a file, because a pipe would stay open as long as the server runs.
    runAsPostgres(join(programs, 'pg_ctl'), '-D', data, '-w', '-l', join(folder, 'log'), ...commands);
  const administer = (statement: string) => administerOn(url, statement);
  return {
    url,
    stop: (mode) => control('-m', mode, 'stop'),
    // With the options of `.ci/start-postgres`.
    start: () =>
      control(
        '-o',
        `-p ${new URL(url).port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c max_connections=200 ${WITHOUT_SYNC}`,
        'start',
      ),
    administer,
    copyFiles: async () => {
      const copy = join(folder, `copy-${randomUUID()}`);
      await runAsPostgres('cp', '-a', data, copy);
      return async () => {
        await runAsPostgres('rm', '-rf', data);
        await runAsPostgres('cp', '-a', copy, data);
      };
    },
    replicate: () => replicate(home, folder, url, programs),
    terminateBackends: async () => {
      const ended = await administer(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      return ended.length;
    },
    [Symbol.asyncDispose]: async () => {
      await control('-m', 'immediate', 'stop').catch(() => {});
      await rm(home, { recursive: true, force: true });
    },
  };
};
