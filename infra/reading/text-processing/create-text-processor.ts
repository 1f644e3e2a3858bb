import type { TextProcessor } from '../../../ports/text-processor.ts';
import { createWorkerPool } from '../../resilience/worker-pool/create-worker-pool.ts';
import type { PoolOptions } from '../../resilience/worker-pool/pool-options.ts';
import { collectGarbage } from '../../resilience/worker-pool/release-free-memory.ts';
import type { TextJob, TextResult } from './text-job.ts';

/** A text processor with workers that must be closed. */
type ClosableTextProcessor = TextProcessor &
  AsyncDisposable & {
    /** Stops the workers. Running jobs reject with `unavailable`. */
    readonly close: () => Promise<void>;
  };

/** Two workers, so that a small text does not wait for a textbook of 3,000 pages, which takes some seconds. */
const defaultOptions: PoolOptions = {
  workers: 2,
  maxWaiting: 256,
  // A job reports no progress between its start and its end.
  stallTimeout: 600_000,
  // Ten minutes of CPU time take longer on a busy machine.
  totalTimeout: 7_200_000,
  // A worker that has processed a textbook keeps its heap, and a new one starts in half a second.
  retireAbove: 192 * 1024 * 1024,
  heapMegabytes: 768,
};

/** Above this number of characters, a text occupies a worker for seconds. */
const LARGE_TEXT = 1_000_000;
/** From this number of characters on, a garbage collection is worth its pause of a tenth of a second or two. */
const HUGE_TEXT = 8_000_000;

const ofPages = (pages: readonly { readonly text: string }[]): number =>
  pages.reduce((sum, { text }) => sum + text.length, 0);

const charactersOf = (job: TextJob): number => {
  switch (job.kind) {
    case 'clean':
      return ofPages(job.pages);
    case 'chunk':
      return job.document.text.length;
    case 'describe':
      return ofPages(job.document.extracted.pages);
  }
};

/** Cleans, chunks and describes texts in worker processes, which start with the first text. */
export const createTextProcessor = (options: Partial<PoolOptions> = {}): ClosableTextProcessor => {
  const pool = createWorkerPool<TextJob, TextResult>(
    {
      file: new URL('./text-worker.ts', import.meta.url),
      settings: undefined,
      isolation: 'process',
      component: 'text-processing',
      isLarge: (job) => charactersOf(job) > LARGE_TEXT,
    },
    { ...defaultOptions, ...options },
  );
  /**
   * A text of 36 MB exists on this side as bytes, as JSON and as text: two of these are garbage while the worker
   * works.
   */
  const run = (job: TextJob, signal: AbortSignal | undefined): Promise<TextResult> => {
    const running = pool.run(job, signal);
    if (charactersOf(job) > HUGE_TEXT) void collectGarbage().catch(() => {});
    return running;
  };
  return {
    clean: async (pages, signal) => {
      const result = await run({ kind: 'clean', pages }, signal);
      if (result.kind !== 'clean') throw new Error('The worker returned the result of another job.');
      return result.document;
    },
    chunk: async (document, policy, signal) => {
      const result = await run({ kind: 'chunk', document, policy }, signal);
      if (result.kind !== 'chunk') throw new Error('The worker returned the result of another job.');
      return result.chunks;
    },
    describe: async (document, signal) => {
      const result = await run({ kind: 'describe', document }, signal);
      if (result.kind !== 'describe') throw new Error('The worker returned the result of another job.');
      return result.described;
    },
    close: pool.close,
    [Symbol.asyncDispose]: pool.close,
  };
};
