import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { startServerProcess } from '../support/server-process.ts';
import { signTestToken } from '../support/test-user.ts';
import type { Benchmark } from './harness/benchmark.ts';
import { compare } from './harness/compare.ts';
import { openBenchDatabase } from './harness/open-bench-database.ts';
import { percentile } from './harness/statistics.ts';

/** The limit for one caller. */
const PER_CALLER = 20;

const tokenOf = (sub: string): Promise<string> => signTestToken(sub, ['admin', 'compliance']);

/** Opens the given number of listeners to all events. */
const holdListeners = async (url: string, listeners: number) => {
  const tokens = await Promise.all(
    Array.from({ length: Math.ceil(listeners / PER_CALLER) }, (_, number) => tokenOf(`listener-${number}`)),
  );
  const worker = new Worker(new URL('./harness/hold-listeners.ts', import.meta.url), {
    workerData: { port: Number(new URL(url).port), tokens, perToken: PER_CALLER },
  });
  await once(worker, 'message');
  return {
    count: tokens.length * PER_CALLER,
    received: async (): Promise<number> => {
      const answer = once(worker, 'message');
      worker.postMessage('count');
      return z.number().parse((await answer)[0]);
    },
    [Symbol.asyncDispose]: async () => {
      await worker.terminate();
    },
  };
};

/** The cost of a command while others listen to all events: one event each. */
export const listeners: Benchmark = {
  name: 'listeners',
  run: async (context) => {
    const commands = context.quick ? 20 : 200;
    const held = context.quick ? 100 : 900;
    await using opened = await openBenchDatabase(context);
    const server = await startServerProcess(join(context.folder, 'data'), {
      LOG_LEVEL: 'warn',
      ...(opened.url === undefined ? {} : { DATABASE_URL: opened.url }),
    });
    try {
      const token = await tokenOf('commander');
      const cpuSeconds = async (): Promise<number> => {
        const text = await (
          await server.fetch('/metrics', { headers: { authorization: `Bearer ${token}` } })
        ).text();
        return Number(/^process_cpu_seconds_total ([\d.]+)/m.exec(text)?.[1]);
      };
      const measure = async () => {
        const latencies: number[] = [];
        const before = await cpuSeconds();
        for (let number = 0; number < commands; number += 1) {
          const started = performance.now();
          const response = await server.fetch('/api/commands/StartConversation', {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: '{}',
          });
          await response.arrayBuffer();
          if (response.status !== 200) throw new Error(`A command was answered with ${response.status}.`);
          latencies.push(performance.now() - started);
        }
        return { latencies, cpu: (((await cpuSeconds()) - before) / commands) * 1000 };
      };
      await measure();
      const alone = await measure();
      await using audience = await holdListeners(server.url, held);
      await measure();
      /** Notifications are sent some time after the command is answered. */
      const settled = async (expected: number): Promise<number> => {
        let received = await audience.received();
        for (let tries = 0; tries < 100 && received < expected; tries += 1) {
          await new Promise((resolve) => setTimeout(resolve, 50));
          received = await audience.received();
        }
        return received;
      };
      const before = await settled(commands * audience.count);
      const result = await measure();
      const received = (await settled(before + commands * audience.count)) - before;
      const baseline = 'the same without listeners';
      return {
        figures: [
          ...([0.5, 0.95] as const).map((share) =>
            compare({
              name: `a command, ${audience.count} listeners, p${share * 100}`,
              unit: 'ms',
              measured: [percentile(result.latencies, share)],
              baseline,
              baselineMeasured: [percentile(alone.latencies, share)],
            }),
          ),
          compare({
            name: `processor time of a command, ${audience.count} listeners`,
            unit: 'ms',
            measured: [result.cpu],
            baseline,
            baselineMeasured: [alone.cpu],
          }),
        ],
        notes: [
          `${received.toLocaleString('en-US')} notifications received of ${(commands * audience.count).toLocaleString('en-US')}`,
        ],
      };
    } finally {
      await server.kill();
    }
  },
};
