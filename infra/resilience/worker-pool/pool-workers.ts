import { Worker } from 'node:worker_threads';
import type { PoolOptions } from './pool-options.ts';

/** Restarting takes a third of a second; three idle workers hold 0.3 GB after a book of 1,000 pages. */
const IDLE_AFTER = 30_000;

/** The worker threads of a pool. Idle ones wait for the next job and exit if none arrives. */
export type PoolWorkers = {
  readonly count: () => number;
  readonly hasIdle: () => boolean;
  /** Returns an idle worker, or a new one. */
  readonly take: () => Worker;
  /** Returns a worker after a job. It is terminated if it holds more memory than allowed, or if there are too many. */
  readonly giveBack: (worker: Worker, memory: number) => void;
  readonly drop: (worker: Worker) => Promise<void>;
  readonly terminateAll: () => Promise<unknown>;
};

type WorkerDefinition = {
  /** The file that the threads run. */
  readonly file: URL;
  /** Passed to each thread as its `workerData`. */
  readonly settings: unknown;
};

export const createPoolWorkers = (
  { file, settings }: WorkerDefinition,
  options: PoolOptions,
  isClosed: () => boolean,
): PoolWorkers => {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  /** The exit timers of idle workers. */
  const endings = new Map<Worker, NodeJS.Timeout>();
  const idleAfter = options.idleAfter ?? IDLE_AFTER;

  const start = (): Worker => {
    const worker = new Worker(file, {
      workerData: settings,
      execArgv: [],
      // A smaller young generation: a book of 1,000 pages takes 330 MB instead of 460, in the same time; a third of it
      // costs 30 % more time.
      resourceLimits: { maxOldGenerationSizeMb: options.heapMegabytes, maxYoungGenerationSizeMb: 36 },
    });
    all.add(worker);
    worker.once('exit', () => {
      all.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
      clearTimeout(endings.get(worker));
      endings.delete(worker);
    });
    // A failing idle worker has no job to reject; its exit removes it from the pool.
    worker.on('error', () => {});
    return worker;
  };

  const drop = async (worker: Worker): Promise<void> => {
    all.delete(worker);
    await worker.terminate();
  };

  const giveBack = (worker: Worker, memory: number): void => {
    if (memory > options.retireAbove || isClosed() || all.size > options.workers) void drop(worker);
    else {
      // An idle worker does not keep the process alive.
      worker.unref();
      idle.push(worker);
      endings.set(worker, setTimeout(() => endIdle(worker), idleAfter).unref());
    }
  };

  const endIdle = (worker: Worker): void => {
    const at = idle.indexOf(worker);
    // It may have been taken in this same turn.
    if (at < 0) return;
    idle.splice(at, 1);
    void drop(worker).then(() => {
      if (all.size === 0) options.onAllIdle?.();
    });
  };

  return {
    count: () => all.size,
    hasIdle: () => idle.length > 0,
    take: () => {
      const worker = idle.pop() ?? start();
      clearTimeout(endings.get(worker));
      endings.delete(worker);
      return worker;
    },
    giveBack,
    drop,
    terminateAll: () => Promise.all([...all].map((worker) => worker.terminate())),
  };
};
