import type { PoolOptions } from './pool-options.ts';
import type { PoolWorker, WorkerDefinition } from './pool-worker.ts';
import { createProcessWorker } from './process-worker.ts';
import { createThreadWorker } from './thread-worker.ts';

/** Restarting takes a third of a second; three idle workers hold 0.3 GB after a book of 1,000 pages. */
const IDLE_AFTER = 30_000;

/** The workers of a pool. Idle ones wait for the next job and exit if none arrives. */
export type PoolWorkers = {
  readonly count: () => number;
  readonly hasIdle: () => boolean;
  /** Returns an idle worker, or a new one. */
  readonly take: () => PoolWorker;
  /** Returns a worker after a job. It is terminated if it holds more memory than allowed, or if there are too many. */
  readonly giveBack: (worker: PoolWorker, memory: number) => void;
  readonly drop: (worker: PoolWorker) => Promise<void>;
  readonly terminateAll: () => Promise<unknown>;
};

/** Where the workers of a pool run: see `PoolDefinition`. */
export type Isolation = 'thread' | 'process';

export const createPoolWorkers = (
  { isolation, ...definition }: WorkerDefinition & { readonly isolation: Isolation },
  options: PoolOptions,
  isClosed: () => boolean,
): PoolWorkers => {
  const idle: PoolWorker[] = [];
  const all = new Set<PoolWorker>();
  /** The exit timers of idle workers. */
  const endings = new Map<PoolWorker, NodeJS.Timeout>();
  const idleAfter = options.idleAfter ?? IDLE_AFTER;

  const start = (): PoolWorker => {
    const create = isolation === 'process' ? createProcessWorker : createThreadWorker;
    const worker = create(definition, options.heapMegabytes);
    all.add(worker);
    worker.onceEnded(() => {
      all.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
      clearTimeout(endings.get(worker));
      endings.delete(worker);
    });
    return worker;
  };

  const drop = async (worker: PoolWorker): Promise<void> => {
    all.delete(worker);
    await worker.terminate();
  };

  const giveBack = (worker: PoolWorker, memory: number): void => {
    if (memory > options.retireAbove || isClosed() || all.size > options.workers) void drop(worker);
    else {
      // An idle worker does not keep the process alive.
      worker.keepAlive(false);
      idle.push(worker);
      endings.set(worker, setTimeout(() => endIdle(worker), idleAfter).unref());
    }
  };

  const endIdle = (worker: PoolWorker): void => {
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
