import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY = 3;
const TIMEOUT_MS = 120_000;
const root = join(import.meta.dirname, '../../..');

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
};

/** The status of a response as soon as its first byte arrived; `undefined` if no server listens. */
const statusOf = (url: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', () => resolve(undefined));
  });

const untilOk = async (url: string, child: ChildProcess): Promise<void> => {
  const deadline = performance.now() + TIMEOUT_MS;
  while ((await statusOf(url)) !== 200) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error('The server did not start.');
    await sleep(LOOK_EVERY);
  }
};

type StartingServer = {
  readonly pid: number;
  /** A value of `performance.now()`. */
  readonly started: number;
  /** Resolves when the server answers `/health/live` or `/health/ready` with 200. */
  readonly until: (moment: 'live' | 'ready') => Promise<void>;
};

/** Starts a Node.js process that serves HTTP, passes it to an observer, and stops it. */
export const withServerProcess = async <Observed>(
  argumentsOfNode: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  observe: (server: StartingServer) => Promise<Observed>,
): Promise<Observed> => {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, argumentsOfNode, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...environment, PORT: String(port) },
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('The server did not start.');
  const exited = once(child, 'exit');
  try {
    return await observe({
      pid,
      started,
      until: (moment) => untilOk(`http://127.0.0.1:${port}/health/${moment}`, child),
    });
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
};
