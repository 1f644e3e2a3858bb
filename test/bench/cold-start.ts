import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServerDatabase } from '../support/server-database.ts';
import type { Benchmark, BenchmarkContext } from './harness/benchmark.ts';
import { compare } from './harness/compare.ts';
import { generatedProtocols } from './harness/generated-protocols.ts';
import { interleave } from './harness/interleave.ts';
import { openBenchApplication } from './harness/open-bench-application.ts';
import { peakMemory } from './harness/peak-memory.ts';

const LOOK_EVERY = 3;
const TIMEOUT_MS = 120_000;
const root = join(import.meta.dirname, '../..');

/** Milliseconds from the start of the process. */
type ColdStart = { readonly live: number; readonly ready: number; readonly memory: number };

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
const startCold = async (
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

/** Data as a day of use leaves it. */
const leaveUsedData = async (context: BenchmarkContext) => {
  const opened = await openBenchApplication(context);
  const documents = context.quick ? 2 : 20;
  const { chunks } = await opened.ingest(generatedProtocols(0, documents, 50));
  await opened.stop();
  return { opened, documents, chunks };
};

/** From the start of the process to the first byte of an answer, on nothing and on used data. */
export const coldStart: Benchmark = {
  name: 'cold-start',
  run: async (context) => {
    const rounds = context.quick ? 1 : 5;
    const { opened, documents, chunks } = await leaveUsedData(context);
    await using used = opened;
    const startEmpty = async (): Promise<ColdStart> => {
      const { choice, folder } = context;
      await using server = choice.kind === 'PostgreSQL' ? await createServerDatabase(choice.url) : undefined;
      return await startCold(['infra/main.ts'], {
        DATA_DIR: join(folder, `empty-${randomUUID()}`),
        ...(server ? { DATABASE_URL: server.url } : {}),
      });
    };
    const results = await interleave(rounds, {
      bare: () => startCold(['-e', bareServer], {}),
      empty: startEmpty,
      used: () => startCold(['infra/main.ts'], used.environment),
    });
    const figure = (name: string, measured: readonly ColdStart[], moment: 'live' | 'ready') =>
      compare({
        name: `${name}, first byte of /health/${moment}`,
        unit: 'ms',
        measured: measured.map((start) => start[moment]),
        baseline: 'a bare HTTP server of Node.js',
        baselineMeasured: results.bare.map((start) => start[moment]),
      });
    return {
      figures: [
        figure('empty data', results.empty, 'live'),
        figure('empty data', results.empty, 'ready'),
        figure('used data', results.used, 'live'),
        figure('used data', results.used, 'ready'),
      ],
      notes: [
        `used data: ${documents} documents of ${chunks} chunks`,
        'peak memory is that of the server that was started',
      ],
      peakMemory: Math.max(...[...results.empty, ...results.used].map(({ memory }) => memory)),
    };
  },
};
