import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const debianFolder = '/usr/lib/postgresql';

/** A PostgreSQL server of its own that may be restarted, which one that is shared must not be. */
export type PostgresCluster = AsyncDisposable & {
  /** Of the database `postgres`, to make others beside it. */
  readonly url: string;
  /** `fast` ends sessions in order; `immediate` is a crash: the next start recovers from the write-ahead log. */
  readonly restart: (mode: 'fast' | 'immediate') => Promise<void>;
  /** Ends every session but the asking one, as an administrator or a failover would. Answers how many. */
  readonly terminateBackends: () => Promise<number>;
};

const programFolder = async (): Promise<string | undefined> => {
  if (process.env.PG_BIN) return process.env.PG_BIN;
  const versions = await readdir(debianFolder).catch(() => []);
  const newest = versions.toSorted((a, b) => Number(a) - Number(b)).at(-1);
  return newest === undefined ? undefined : join(debianFolder, newest, 'bin');
};

/** Whether PostgreSQL's programs are installed here. */
export const hasPostgresPrograms = async (): Promise<boolean> => (await programFolder()) !== undefined;

/** Runs a program to its end without holding on to what it leaves running in the background. */
const runDetached = async (program: string, args: readonly string[]): Promise<void> => {
  const child = spawn(program, args, { stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}.`);
};

/** Starts a throw-away cluster in a folder of its own; disposing of it stops the server and removes the folder. */
export const startPostgresCluster = async (): Promise<PostgresCluster> => {
  const programs = await programFolder();
  if (programs === undefined) throw new Error('PostgreSQL is not installed: set PG_BIN to its programs.');
  const folder = await mkdtemp(join(tmpdir(), 'anamnesis-postgres-'));
  // The server runs as a user of its own, who must be able to enter.
  await chmod(folder, 0o755);
  const cluster = join(folder, 'server');
  const script = join(root, '.ci/start-postgres');
  const dispose = async (): Promise<void> => {
    await run(script, ['--stop', cluster]);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  let url: string;
  try {
    url = (await run(script, [cluster])).stdout.trim();
  } catch (error) {
    await dispose();
    throw error;
  }
  const control = (...args: readonly string[]): Promise<void> => {
    const command = [
      join(programs, 'pg_ctl'),
      '-D',
      join(cluster, 'data'),
      '-l',
      join(cluster, 'log'),
      ...args,
    ];
    return process.getuid?.() === 0
      ? runDetached('runuser', ['-u', 'postgres', '--', ...command])
      : runDetached(command[0] ?? '', command.slice(1));
  };
  return {
    url,
    restart: (mode) => control('-w', '-m', mode, 'restart'),
    terminateBackends: async () => {
      const admin = new pg.Client({ connectionString: url });
      await admin.connect();
      try {
        const { rowCount } = await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where pid <> pg_backend_pid() and backend_type = 'client backend'`,
        );
        return rowCount ?? 0;
      } finally {
        await admin.end();
      }
    },
    [Symbol.asyncDispose]: dispose,
  };
};
