import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createWorkerPool,
  type WorkerPool,
} from '../../../../../infra/resilience/worker-pool/create-worker-pool.ts';
import type { PoolOptions } from '../../../../../infra/resilience/worker-pool/pool-options.ts';
import { until } from '../../../../support/log-harness.ts';

/** Answers each job with its thread's number, after the milliseconds given by the job. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', (milliseconds) =>
      setTimeout(() => parentPort.postMessage({ kind: 'done', result: threadId, memory: 0 }), milliseconds));
    parentPort.postMessage({ kind: 'ready' });
  `)}`,
);

describe('a worker pool', () => {
  let pool: WorkerPool<number, number>;
  let started: Worker[];
  const onWorker = (worker: Worker): void => {
    started.push(worker);
  };
  beforeEach(() => {
    started = [];
    process.on('worker', onWorker);
  });
  afterEach(async () => {
    process.off('worker', onWorker);
    await pool.close();
  });
  const open = (options: Partial<PoolOptions>, file = program): void => {
    pool = createWorkerPool(
      { file, settings: undefined, component: 'test' },
      {
        workers: 2,
        maxWaiting: 10,
        stallTimeout: 60_000,
        totalTimeout: 60_000,
        retireAbove: Number.POSITIVE_INFINITY,
        heapMegabytes: 64,
        ...options,
      },
    );
  };
  const [firstStarted, secondStarted] = [() => started[0], () => started[1]];
  const exitOf = async (worker: Worker | undefined): Promise<void> => {
    if (!worker) throw new Error('No worker was started.');
    await once(worker, 'exit');
  };

  it('survives workers of another program version that send unknown messages', async () => {
    const other = new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { parentPort } from 'node:worker_threads';
        parentPort.on('message', () => {});
        parentPort.postMessage({ kind: 'something new' });
      `)}`,
    );
    open({}, other);
    await expect(pool.run(1)).rejects.toMatchObject({ reason: { code: 'unavailable' } });
  });

  it('ignores the messages of Node.js about loaded files in watch mode (npm run dev)', async () => {
    const watched = new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { parentPort } from 'node:worker_threads';
        parentPort.on('message', () => {
          parentPort.postMessage({ 'watch:require': ['node:fs'] });
          parentPort.postMessage({ kind: 'done', result: 7, memory: 0 });
        });
        parentPort.postMessage({ 'watch:import': ['node:worker_threads'] });
        parentPort.postMessage({ kind: 'ready' });
      `)}`,
    );
    open({}, watched);
    await expect(pool.run(1)).resolves.toBe(7);
  });

  it('stops idle workers, and starts them again when needed', async () => {
    let wereAllIdle = 0;
    open({
      idleAfter: 20,
      onAllIdle: () => {
        wereAllIdle += 1;
      },
    });
    const first = await pool.run(0);
    await exitOf(firstStarted());
    await until('the timeout is reported', async () => wereAllIdle === 1);
    expect(await pool.run(0)).not.toBe(first);
    expect(started.length).toBe(2);
    await exitOf(secondStarted());
  });

  it('stops no busy worker, however long it takes', async () => {
    open({ idleAfter: 20 });
    expect(await pool.run(200)).toBe(await pool.run(0));
    const [one, other] = await Promise.all([pool.run(100), pool.run(150)]);
    expect(one).not.toBe(other);
    expect(started.length).toBe(2);
  });

  it('reuses a worker that is still running', async () => {
    open({});
    expect(await pool.run(0)).toBe(await pool.run(0));
    expect(started.length).toBe(1);
  });

  it('loses no job that arrives while a worker exits', async () => {
    open({ idleAfter: 1, workers: 1 });
    for (let round = 0; round < 40; round += 1) {
      expect(typeof (await pool.run(0))).toBe('number');
      await new Promise((resolve) => setTimeout(resolve, round % 4));
    }
    expect(started.length).toBeGreaterThan(1);
  });

  /** A program that works on each job before it answers with it. */
  const doing = (work: string): URL =>
    new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { parentPort } from 'node:worker_threads';
        parentPort.on('message', (job) => {
          ${work}
          parentPort.postMessage({ kind: 'done', result: job, memory: 0 });
        });
        parentPort.postMessage({ kind: 'ready' });
      `)}`,
    );

  it('abandons a job that computes without progress, and takes the next', async () => {
    open({ stallTimeout: 200 }, doing('while (job === 1);'));
    await expect(pool.run(1)).rejects.toMatchObject({
      reason: { code: 'timeout', details: { reason: 'extraction_timeout' } },
    });
    expect(await pool.run(2)).toBe(2);
  });

  it('never abandons a job whose thread is starved of processor time, however long', async () => {
    const standStill = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);';
    open({ stallTimeout: 50 }, doing(standStill));
    expect(await pool.run(7)).toBe(7);
  });

  it('never abandons a job that makes progress, however much it computes', async () => {
    const work = `for (let step = 1; step <= 8; step += 1) {
      const start = process.threadCpuUsage().user;
      while (process.threadCpuUsage().user - start < 100_000);
      parentPort.postMessage({ kind: 'progress', step });
    }`;
    open({ stallTimeout: 400 }, doing(work));
    expect(await pool.run(3)).toBe(3);
  });

  it('abandons a job that waits forever', async () => {
    open({ stallTimeout: 60 }, doing('if (job === 1) return;'));
    await expect(pool.run(1)).rejects.toMatchObject({
      reason: { details: { reason: 'extraction_timeout' } },
    });
  });

  it('reports a timeout when a job exceeds its total time', async () => {
    open({ totalTimeout: 300 }, doing('while (job === 1);'));
    await expect(pool.run(1)).rejects.toMatchObject({
      reason: { code: 'timeout', details: { reason: 'out_of_time' } },
    });
  });
});
