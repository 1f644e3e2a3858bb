import { Worker } from 'node:worker_threads';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { WorkerMessage } from './worker-message.ts';

/** Bounds of a pool. Times in milliseconds, sizes in bytes. */
export type PoolOptions = {
  /** Most worker threads; each starts when it is first needed. */
  readonly workers: number;
  /** Most jobs that wait for a worker. */
  readonly maxWaiting: number;
  /** A job is given up when it showed no progress for so long, not counting the start of its worker … */
  readonly stallTimeout: number;
  /** … or when it took so long altogether. */
  readonly totalTimeout: number;
  /** A worker that holds more than this after a job is replaced: WASM never gives memory back. */
  readonly retireAbove: number;
  /** Most JavaScript heap of a worker, in megabytes. */
  readonly heapMegabytes: number;
  /** Once every worker has been at one job for so long, one more takes up what is not large: 10 seconds by default. */
  readonly longAfter?: number;
  /** A worker that had nothing to do for so long ends and gives its memory back: 30 seconds by default. */
  readonly idleAfter?: number;
  /** Called when the last worker has ended because there was nothing to do. */
  readonly onAllIdle?: () => void;
};

const LONG_AFTER = 10_000;
/** Starting again takes a third of a second; three workers at rest hold 0.3 GB after a book of 1,000 pages. */
const IDLE_AFTER = 30_000;

type PoolDefinition<Job> = {
  /** The file that the threads run. It answers each job with `WorkerMessage`s. */
  readonly file: URL;
  /** Given to each thread as its `workerData`. */
  readonly settings: unknown;
  /** Names the part in failures. */
  readonly component: string;
  /** Large jobs never take the last worker, so that small ones do not wait for hours. None is large by default. */
  readonly isLarge?: (job: Job) => boolean;
};

export type WorkerPool<Job, Result> = {
  readonly run: (job: Job, signal?: AbortSignal) => Promise<Result>;
  /** Ends all workers; what still runs or waits rejects with `unavailable`. */
  readonly close: () => Promise<void>;
};

/** The ways in which a pool says no. */
const refusalsOf = (component: string) => ({
  closed: () => new Failure(failure('unavailable', 'The server is shutting down.', { component })),
  overloaded: () =>
    new Failure(
      failure('unavailable', 'Too many files wait to be read. Try again in a minute.', {
        component,
        retryAfter: 60,
      }),
    ),
  tookTooLong: (step?: number) =>
    new Failure(
      failure('timeout', 'Reading the file took too long and was given up.', {
        component,
        details: { reason: 'extraction_timeout', ...omitUndefined({ step }) },
      }),
    ),
  exhausted: () =>
    new Failure(
      failure(
        'rule_violated',
        'Reading the file needs more memory than is allowed. Split it and upload the parts.',
        { component, details: { reason: 'needs_too_much_memory' } },
      ),
    ),
  crashed: (cause: unknown, step?: number) =>
    new Failure(
      failure(
        'unavailable',
        'The program that reads files stopped unexpectedly. It was started again; try once more.',
        { component, details: { reason: 'extractor_crashed', ...omitUndefined({ step }) } },
      ),
      { cause },
    ),
});

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Under `node --watch`, Node.js reports on the channel of the worker which files it has loaded. */
type WatchReport =
  | { readonly 'watch:import': readonly string[] }
  | { readonly 'watch:require': readonly string[] };
const isWatchReport = (message: object): message is WatchReport =>
  'watch:import' in message || 'watch:require' in message;

/** A job on its way: how it ends, and whether it still may. */
type Task<Job, Result> = {
  readonly job: Job;
  readonly isLarge: boolean;
  readonly settle: (outcome: { readonly result: Result } | { readonly error: unknown }) => void;
  readonly signal: AbortSignal | undefined;
};

/** A few worker threads, started when needed, replaced when they crash, stall or grow too large, ended when idle. */
export const createWorkerPool = <Job, Result>(
  { file, settings, component, isLarge = () => false }: PoolDefinition<Job>,
  options: PoolOptions,
): WorkerPool<Job, Result> => {
  const { closed, overloaded, tookTooLong, exhausted, crashed } = refusalsOf(component);
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting: Task<Job, Result>[] = [];
  /** The workers that are at a job, and those that have been at theirs for long. */
  const busy = new Set<Worker>();
  const busyForLong = new Set<Worker>();
  const longAfter = options.longAfter ?? LONG_AFTER;
  const idleAfter = options.idleAfter ?? IDLE_AFTER;
  /** When each idle worker ends. */
  const endings = new Map<Worker, NodeJS.Timeout>();
  /** Workers whose program is loaded. */
  const ready = new WeakSet<Worker>();
  let largeRunning = 0;
  let isClosed = false;

  const start = (): Worker => {
    const worker = new Worker(file, {
      workerData: settings,
      execArgv: [],
      // A smaller nursery: a book of 1,000 pages takes 330 MB instead of 460, in the same time; a third of it costs 30 %.
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
    // No job waits for an idle worker that fails; its exit takes it out of the pool.
    worker.on('error', () => {});
    return worker;
  };

  const drop = async (worker: Worker): Promise<void> => {
    all.delete(worker);
    await worker.terminate();
  };

  const giveBack = (worker: Worker, memory: number): void => {
    if (memory > options.retireAbove || isClosed || all.size > options.workers) void drop(worker);
    else {
      // An idle worker does not keep the process alive.
      worker.unref();
      idle.push(worker);
      endings.set(worker, setTimeout(() => endIdle(worker), idleAfter).unref());
    }
  };

  const endIdle = (worker: Worker): void => {
    const at = idle.indexOf(worker);
    // It may have been taken in this very turn.
    if (at < 0) return;
    idle.splice(at, 1);
    void drop(worker).then(() => {
      if (all.size === 0) options.onAllIdle?.();
    });
  };

  const work = (worker: Worker, task: Task<Job, Result>): void => {
    if (task.isLarge) largeRunning += 1;
    busy.add(worker);
    clearTimeout(endings.get(worker));
    endings.delete(worker);
    // By the timer alone: the clock may say a moment less when it fires, and there is no second timer.
    const long = setTimeout(() => {
      busyForLong.add(worker);
      next();
    }, longAfter).unref();
    worker.ref();
    let stall: NodeJS.Timeout | undefined;
    let step: number | undefined;
    const total = setTimeout(() => giveUp(tookTooLong()), options.totalTimeout);
    const watch = (): void => {
      clearTimeout(stall);
      stall = setTimeout(() => giveUp(tookTooLong(step)), options.stallTimeout);
    };
    const finish = (outcome: Parameters<Task<Job, Result>['settle']>[0]): void => {
      clearTimeout(stall);
      clearTimeout(total);
      clearTimeout(long);
      busy.delete(worker);
      busyForLong.delete(worker);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      task.signal?.removeEventListener('abort', onAbort);
      if (task.isLarge) largeRunning -= 1;
      task.settle(outcome);
    };
    const giveUp = (error: unknown): void => {
      finish({ error });
      void drop(worker).finally(next);
    };
    const onMessage = (message: WorkerMessage<Result> | WatchReport): void => {
      // Not said by the program: Node.js itself takes it from here.
      if (isWatchReport(message)) return;
      if (message.kind === 'ready') {
        ready.add(worker);
        watch();
        return;
      }
      if (message.kind === 'progress') {
        step = message.step;
        watch();
        return;
      }
      // Workers are started from the disk at any time: of a program that was replaced there, they are of its version.
      if (message.kind !== 'done' && message.kind !== 'refused') {
        giveUp(crashed(undefined, step));
        return;
      }
      finish(message.kind === 'done' ? message : { error: new Failure(message.reason) });
      giveBack(worker, message.memory);
      next();
    };
    // The same work would end the same way again, so this is final, unlike other crashes.
    const onError = (error: unknown): void =>
      giveUp(isOutOfMemory(error) ? exhausted() : crashed(error, step));
    const onExit = (): void => giveUp(isClosed ? closed() : crashed(undefined, step));
    const onAbort = (): void => giveUp(task.signal?.reason);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    task.signal?.addEventListener('abort', onAbort, { once: true });
    if (ready.has(worker)) watch();
    worker.postMessage(task.job);
  };

  const mayRun = (task: Task<Job, Result>): boolean =>
    !task.isLarge || largeRunning < Math.max(1, options.workers - 1);

  const allAreLong = (): boolean => busyForLong.size === busy.size;

  const hasWorkerFor = (task: Task<Job, Result>): boolean =>
    idle.length > 0 ||
    all.size < options.workers ||
    (all.size === options.workers && !task.isLarge && allAreLong());

  const next = (): void => {
    while (!isClosed) {
      const at = waiting.findIndex((task) => mayRun(task) && hasWorkerFor(task));
      if (at < 0) return;
      for (const task of waiting.splice(at, 1)) work(idle.pop() ?? start(), task);
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
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
};
