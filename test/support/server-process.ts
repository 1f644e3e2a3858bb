import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fetchFrom } from './fetch-from.ts';
import { placeMigratedDatabase, placeNewDatabase } from './new-database.ts';
import { programArguments } from './program-arguments.ts';
import { compileCache } from './test-cache.ts';
import { TEST_JWT_SECRET, testToken } from './test-user.ts';

const root = join(import.meta.dirname, '../..');
/** The token of the test user, who has every permission. */
export const adminToken = testToken;

/** The real server in a separate process, which can really be killed. */
export type ServerProcess = {
  readonly url: string;
  readonly process: ChildProcess;
  /** Its output so far. */
  readonly output: () => string;
  /** SIGKILL: no handler runs, nothing is flushed. */
  readonly kill: () => Promise<void>;
  /** SIGTERM; returns the exit code. */
  readonly stop: () => Promise<number | null>;
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
};

export type ServerProcessOptions = {
  /** The folder of the program; this checkout by default. */
  readonly program?: string;
  /**
   * Whether the server creates its own database; otherwise a data directory without one gets a prepared database with
   * the tables of this program.
   */
  readonly firstStart?: boolean;
  /** Called before it listens, so that it can be killed while it starts. */
  readonly onSpawn?: (child: ChildProcess) => void;
  /** Milliseconds until it must listen; 240,000 by default. */
  readonly timeout?: number;
};

/** The entry point of a program, which moved after version 0.3.0. */
const mainOf = (program: string): string =>
  ['app/main.ts', 'infra/main.ts'].find((file) => existsSync(join(program, file))) ?? 'app/main.ts';

export const startServerProcess = async (
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
  options: ServerProcessOptions = {},
): Promise<ServerProcess> => {
  const program = options.program ?? root;
  if (!options.firstStart && environment.DATABASE_URL === undefined)
    // Tables of this program would be too new for another version.
    await (program === root ? placeMigratedDatabase : placeNewDatabase)(dataDir);
  const child = spawn(process.execPath, programArguments(mainOf(program)), {
    cwd: program,
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'debug',
      ADMIN_TOKEN: 'test-first-token-0123456789',
      JWT_SECRET: TEST_JWT_SECRET,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  options.onSpawn?.(child);
  let output = '';
  const exited = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The server did not start:\n${output}`));
    }, options.timeout ?? 240_000);
    let isListening = false;
    const hear = (part: Buffer): void => {
      output += part.toString();
      // A server under load prints megabytes, which must not be searched at each line.
      if (isListening) return;
      const listening = /listening on (https?:[^\s"]+)/.exec(output);
      if (!listening?.[1]) return;
      isListening = true;
      clearTimeout(timer);
      resolve(listening[1]);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('exit', () => {
      clearTimeout(timer);
      reject(new Error(`The server exited during its start:\n${output}`));
    });
  });
  return {
    url,
    process: child,
    output: () => output,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
    fetch: fetchFrom(url, dataDir),
  };
};
