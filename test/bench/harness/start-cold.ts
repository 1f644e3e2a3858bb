import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { peakMemory } from './peak-memory.ts';

const LOOK_EVERY = 3;
const TIMEOUT_MS = 120_000;
const root = join(import.meta.dirname, '../../..');

/** Milliseconds from the start of the process. */
export type ColdStart = { readonly live: number; readonly ready: number; readonly memory: number };

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
};

/** The status of an answer as soon as its first byte is there; `undefined` when nobody listens. */
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

/** Starts a process of Node.js, waits for its health, and ends it. */
export const startCold = async (
  argumentsOfNode: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<ColdStart> => {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, argumentsOfNode, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...environment, PORT: String(port) },
  });
  const exited = once(child, 'exit');
  try {
    await untilOk(`http://127.0.0.1:${port}/health/live`, child);
    const live = performance.now() - started;
    await untilOk(`http://127.0.0.1:${port}/health/ready`, child);
    const ready = performance.now() - started;
    return { live, ready, memory: peakMemory(child.pid) };
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
};

const bareServer = `require('node:http').createServer((_, response) => response.end('ok')).listen(Number(process.env.PORT), '127.0.0.1')`;

/** A bare HTTP server of Node.js: what any program needs at least. */
export const startBare = (): Promise<ColdStart> => startCold(['-e', bareServer], {});
