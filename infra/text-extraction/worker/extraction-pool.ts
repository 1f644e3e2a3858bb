import { Worker } from 'node:worker_threads';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { ExtractedDocument } from '../../../ports/text-extractor.ts';
import type { ExtractionJob, WorkerMessage, WorkerSettings } from './extraction-messages.ts';

/** Bounds of the pool. Times in milliseconds, sizes in bytes. */
export type PoolOptions = {
  /** Most worker threads; each starts when it is first needed. */
  readonly workers: number;
  /** Most files that wait for a worker. */
  readonly maxWaiting: number;
  /** A file is given up when no page was finished for so long … */
  readonly stallTimeout: number;
  /** … or when it took so long altogether. */
  readonly totalTimeout: number;
  /** A worker that holds more than this after a file is replaced: WASM never gives memory back. */
  readonly retireAbove: number;
  /** Most JavaScript heap of a worker, in megabytes. */
  readonly heapMegabytes: number;
};

export const defaultPoolOptions: PoolOptions = {
  workers: 1,
  maxWaiting: 64,
  stallTimeout: 120_000,
  totalTimeout: 3_600_000,
  retireAbove: 256 * 1024 * 1024,
  heapMegabytes: 512,
};

export type ExtractionPool = {
  readonly run: (job: ExtractionJob, signal?: AbortSignal) => Promise<ExtractedDocument>;
  /** Ends all workers; what still runs or waits rejects with `unavailable`. */
  readonly close: () => Promise<void>;
};

const component = 'text-extraction';
const closed = (): Failure =>
  new Failure(failure('unavailable', 'Text extraction is shutting down.', { component }));
const overloaded = (): Failure =>
  new Failure(
    failure('unavailable', 'Too many files wait to be read. Try again in a minute.', {
      component,
      retryAfter: 60,
    }),
  );
const tookTooLong = (): Failure =>
  new Failure(
    failure('timeout', 'Reading the file took too long and was given up.', {
      component,
      details: { reason: 'extraction_timeout' },
    }),
  );
const crashed = (cause: unknown): Failure =>
  new Failure(
    failure(
      'unavailable',
      'The program that reads files stopped unexpectedly. It was started again; try once more.',
      {
        component,
        details: { reason: 'extractor_crashed' },
      },
    ),
    { cause },
  );

/** A file on its way: how it ends, and whether it still may. */
type Task = {
  readonly job: ExtractionJob;
  readonly settle: (outcome: { readonly document: ExtractedDocument } | { readonly error: unknown }) => void;
  readonly signal: AbortSignal | undefined;
};

const workerFile = new URL('./extraction-worker.ts', import.meta.url);

/** A few worker threads that read files, started when needed, replaced when they crash, stall or grow too large. */
export const createExtractionPool = (settings: WorkerSettings, options: PoolOptions): ExtractionPool => {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const waiting: Task[] = [];
  const running = new Set<Task>();
  let isClosed = false;

  const start = (): Worker => {
    const worker = new Worker(workerFile, {
      workerData: settings,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: options.heapMegabytes },
    });
    all.add(worker);
    worker.once('exit', () => {
      all.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
    });
    // An idle worker that fails has nobody to tell; its exit takes it out of the pool.
    worker.on('error', () => {});
    return worker;
  };

  const drop = async (worker: Worker): Promise<void> => {
    all.delete(worker);
    await worker.terminate();
  };

  const giveBack = (worker: Worker, memory: number): void => {
    if (memory > options.retireAbove || isClosed) void drop(worker);
    else {
      // An idle worker does not keep the process alive.
      worker.unref();
      idle.push(worker);
    }
  };

  const work = (worker: Worker, task: Task): void => {
    running.add(task);
    worker.ref();
    let stall: NodeJS.Timeout | undefined;
    const total = setTimeout(() => giveUp(tookTooLong()), options.totalTimeout);
    const watch = (): void => {
      clearTimeout(stall);
      stall = setTimeout(() => giveUp(tookTooLong()), options.stallTimeout);
    };
    const finish = (outcome: Parameters<Task['settle']>[0]): void => {
      clearTimeout(stall);
      clearTimeout(total);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      task.signal?.removeEventListener('abort', onAbort);
      running.delete(task);
      task.settle(outcome);
    };
    const giveUp = (error: unknown): void => {
      finish({ error });
      void drop(worker).finally(next);
    };
    const onMessage = (message: WorkerMessage): void => {
      if (message.kind === 'progress') {
        watch();
        return;
      }
      finish(message.kind === 'done' ? message : { error: new Failure(message.reason) });
      giveBack(worker, message.memory);
      next();
    };
    const onError = (error: unknown): void => giveUp(crashed(error));
    const onExit = (): void => giveUp(isClosed ? closed() : crashed(undefined));
    const onAbort = (): void => giveUp(task.signal?.reason);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    task.signal?.addEventListener('abort', onAbort, { once: true });
    watch();
    worker.postMessage(task.job);
  };

  const next = (): void => {
    while (waiting.length > 0 && !isClosed) {
      const worker = idle.pop() ?? (all.size < options.workers ? start() : undefined);
      if (worker === undefined) return;
      const task = waiting.shift();
      if (task === undefined) return;
      work(worker, task);
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
        const task: Task = {
          job,
          signal,
          settle: (outcome) => {
            signal?.removeEventListener('abort', leave);
            if ('document' in outcome) resolve(outcome.document);
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
