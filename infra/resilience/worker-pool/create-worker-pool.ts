import type { PoolOptions } from './pool-options.ts';
import { refusalsOf } from './pool-refusals.ts';
import type { PoolWorker, WorkerDefinition } from './pool-worker.ts';
import { createPoolWorkers, type Isolation } from './pool-workers.ts';
import { runTask, type Task } from './run-task.ts';

const LONG_AFTER = 10_000;

type PoolDefinition<Job> = WorkerDefinition & {
  /**
   * Threads of this process by default, which start in half the time. What reads files of strangers takes a process for
   * each worker: one that fills its heap too fast for V8 to stop it, or breaks the engine, ends its process with it.
   */
  readonly isolation?: Isolation;
  /** The component name in failures. */
  readonly component: string;
  /** Large jobs never take the last worker, so that small ones do not wait for hours. By default no job is large. */
  readonly isLarge?: (job: Job) => boolean;
};

export type WorkerPool<Job, Result> = {
  readonly run: (job: Job, signal?: AbortSignal) => Promise<Result>;
  /** Terminates all workers; running and waiting jobs reject with `unavailable`. */
  readonly close: () => Promise<void>;
};

/**
 * Creates a pool of workers, which start on demand, are replaced when they crash, stall or grow too large, and
 * exit when idle.
 */
export const createWorkerPool = <Job, Result>(
  { file, settings, isolation = 'thread', component, isLarge = () => false }: PoolDefinition<Job>,
  options: PoolOptions,
): WorkerPool<Job, Result> => {
  const refusals = refusalsOf(component);
  const { closed, overloaded } = refusals;
  const workers = createPoolWorkers({ file, settings, isolation }, options, () => isClosed);
  const waiting: Task<Job, Result>[] = [];
  /** The workers with a job, and those that have had theirs for a long time. */
  const busy = new Set<PoolWorker>();
  const busyForLong = new Set<PoolWorker>();
  const longAfter = options.longAfter ?? LONG_AFTER;
  /** Workers whose program is loaded. */
  const ready = new WeakSet<PoolWorker>();
  let largeRunning = 0;
  let isClosed = false;

  const work = (worker: PoolWorker, task: Task<Job, Result>): void => {
    if (task.isLarge) largeRunning += 1;
    busy.add(worker);
    runTask(worker, task, {
      limits: { ...options, longAfter },
      refusals,
      ready,
      isClosed: () => isClosed,
      onLong: () => {
        busyForLong.add(worker);
        next();
      },
      onFinished: () => {
        busy.delete(worker);
        busyForLong.delete(worker);
        if (task.isLarge) largeRunning -= 1;
      },
      onFree: (memory) => {
        workers.giveBack(worker, memory);
        next();
      },
      onGivenUp: () => {
        void workers.drop(worker).finally(next);
      },
    });
  };

  const mayRun = (task: Task<Job, Result>): boolean =>
    !task.isLarge || largeRunning < Math.max(1, options.workers - 1);

  const allAreLong = (): boolean => busyForLong.size === busy.size;

  const hasWorkerFor = (task: Task<Job, Result>): boolean =>
    workers.hasIdle() ||
    workers.count() < options.workers ||
    (workers.count() === options.workers && !task.isLarge && allAreLong());

  const next = (): void => {
    while (!isClosed) {
      const at = waiting.findIndex((task) => mayRun(task) && hasWorkerFor(task));
      if (at < 0) return;
      for (const task of waiting.splice(at, 1)) work(workers.take(), task);
    }
  };

  return {
    run: (job, signal) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(closed());
        if (signal?.aborted === true) return reject(signal.reason);
        if (waiting.length >= options.maxWaiting) return reject(overloaded());
        const leave = (): void => {
          const at = waiting.indexOf(task);
          if (at < 0) return;
          waiting.splice(at, 1);
          reject(signal?.reason);
        };
        const task: Task<Job, Result> = {
          job,
          isLarge: isLarge(job),
          signal,
          settle: (outcome) => {
            signal?.removeEventListener('abort', leave);
            if ('result' in outcome) resolve(outcome.result);
            else reject(outcome.error);
          },
        };
        signal?.addEventListener('abort', leave, { once: true });
        waiting.push(task);
        next();
      }),
    close: async () => {
      isClosed = true;
      for (const task of waiting.splice(0)) task.settle({ error: closed() });
      await workers.terminateAll();
    },
  };
};
