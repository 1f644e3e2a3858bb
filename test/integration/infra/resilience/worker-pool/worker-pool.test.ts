import { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type EventEmitter, once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createWorkerPool,
  type WorkerPool,
} from '../../../../../infra/resilience/worker-pool/create-worker-pool.ts';
import type { PoolOptions } from '../../../../../infra/resilience/worker-pool/pool-options.ts';
import { until } from '../../../../support/log-harness.ts';

const jobPort = new URL('../../../../../infra/resilience/worker-pool/job-port.ts', import.meta.url).href;

/** Answers each job with a number of its process and its thread, after the milliseconds given by the job. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { threadId } from 'node:worker_threads';
    import { openJobPort } from '${jobPort}';
    const { onJob, say } = openJobPort();
    onJob((milliseconds) =>
      setTimeout(
        () => say({ kind: 'done', result: process.pid * 1000 + threadId, memory: 0 }),
        milliseconds,
      ));
    say({ kind: 'ready' });
  `)}`,
);

const childStarted = z.object({ process: z.instanceof(ChildProcess) });

describe.each(['thread', 'process'] as const)('a worker pool (%s)', (isolation) => {
  let pool: WorkerPool<number, number>;
  let started: EventEmitter[];
  const onWorker = (worker: Worker): void => {
    if (isolation === 'thread') started.push(worker);
  };
  const onChild = (message: unknown): void => {
    started.push(childStarted.parse(message).process);
  };
  beforeEach(() => {
    started = [];
    process.on('worker', onWorker);
    subscribe('child_process', onChild);
  });
  afterEach(async () => {
    process.off('worker', onWorker);
    unsubscribe('child_process', onChild);
    await pool.close();
  });
  const open = (options: Partial<PoolOptions>, file = program): void => {
    pool = createWorkerPool(
      { file, settings: undefined, isolation, component: 'test' },
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
  const exitOf = async (worker: EventEmitter | undefined): Promise<void> => {
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
    // A process takes longer to start.
    const rounds = isolation === 'thread' ? 40 : 8;
    for (let round = 0; round < rounds; round += 1) {
      expect(typeof (await pool.run(0))).toBe('number');
      await new Promise((resolve) => setTimeout(resolve, round % 4));
    }
    expect(started.length).toBeGreaterThan(1);
  });

  /** A program that works on each job before it answers with it. */
  const doing = (work: string): URL =>
    new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { openJobPort } from '${jobPort}';
        const { onJob, say } = openJobPort();
        onJob((job) => {
          ${work}
          say({ kind: 'done', result: job, memory: 0 });
        });
        say({ kind: 'ready' });
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
      say({ kind: 'progress', step });
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

describe('a worker process', () => {
  let pool: WorkerPool<string, string>;
  let child: ChildProcess | undefined;
  const onChild = (message: unknown): void => {
    child = childStarted.parse(message).process;
  };
  beforeEach(() => subscribe('child_process', onChild));
  afterEach(async () => {
    unsubscribe('child_process', onChild);
    await pool.close();
  });
  const open = (work: string): void => {
    const file = `
      import { openJobPort } from '${jobPort}';
      const { onJob, say } = openJobPort();
      onJob((job) => {
        say({ kind: 'progress', step: 3 });
        ${work}
        say({ kind: 'done', result: job, memory: 0 });
      });
      say({ kind: 'ready' });`;
    pool = createWorkerPool(
      {
        file: new URL(`data:text/javascript,${encodeURIComponent(file)}`),
        settings: undefined,
        isolation: 'process',
        component: 'test',
      },
      {
        workers: 1,
        maxWaiting: 10,
        stallTimeout: 60_000,
        totalTimeout: 60_000,
        retireAbove: Number.POSITIVE_INFINITY,
        heapMegabytes: 32,
      },
    );
  };

  it('whose heap V8 can only abort loses its job alone, for good, and the next one runs', async () => {
    // One call into the engine allocates far more than the limit, and never comes to where the thread could be stopped.
    open("if (job === 'poison') 'a word of many '.repeat(1_000_000).split(' ');");
    await expect(pool.run('poison')).rejects.toMatchObject({
      reason: { code: 'rule_violated', details: { reason: 'needs_too_much_memory' } },
    });
    expect(await pool.run('leaflet')).toBe('leaflet');
  });

  it.each(['SIGKILL', 'SIGSEGV', 'SIGABRT'] as const)(
    'that ends by %s has crashed at its step',
    async (signal) => {
      // No page is so short that its announcement would not have left before.
      const inTheMiddle = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);';
      open(`if (job === 'poison') { ${inTheMiddle} process.kill(process.pid, '${signal}'); }`);
      await expect(pool.run('poison')).rejects.toMatchObject({
        reason: { code: 'unavailable', details: { reason: 'extractor_crashed', step: 3 } },
      });
      expect(await pool.run('leaflet')).toBe('leaflet');
    },
  );

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'goes on at %s, which its parent handles',
    async (signal) => {
      open(`process.kill(process.pid, '${signal}');`);
      expect(await pool.run('leaflet')).toBe('leaflet');
    },
  );

  it('ends in the middle of a job when its parent is gone', async () => {
    open("if (job === 'endless') for (;;);");
    await pool.run('leaflet');
    const endless = pool.run('endless');
    const ended = once(child ?? process, 'exit');
    child?.disconnect();
    await Promise.all([ended, expect(endless).rejects.toMatchObject({ reason: { code: 'unavailable' } })]);
  });

  it('knows neither the secrets of its parent nor a job by its parameters', async () => {
    process.env.MASTER_KEY_OF_TEST = 'secret';
    try {
      open('job = JSON.stringify([process.env.MASTER_KEY_OF_TEST ?? null, process.execArgv, process.argv]);');
      const result = await pool.run('of a patient');
      expect(result).toMatch(/^\[null,/);
      expect(result + JSON.stringify(child?.spawnargs)).not.toContain('of a patient');
    } finally {
      delete process.env.MASTER_KEY_OF_TEST;
    }
  });
});
