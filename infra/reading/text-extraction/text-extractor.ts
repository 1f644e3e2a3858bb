import { Failure } from '../../../domain/kernel/failure.ts';
import type { ExtractedDocument, TextExtractor } from '../../../ports/text-extractor.ts';
import { createWorkerPool, type WorkerPool } from '../../resilience/worker-pool/create-worker-pool.ts';
import type { PoolOptions } from '../../resilience/worker-pool/pool-options.ts';
import { defaultExtractionLimits, type ExtractionLimits, maxBytesOf } from './extraction-limits.ts';
import { clearCachedPages } from './ocr/cache-pages.ts';
import { chooseOcr } from './ocr/choose-ocr.ts';
import { type ExtractionJob, FIGURES_STEP, type WorkerSettings } from './worker/extraction-messages.ts';

type TextExtractorOptions = Partial<PoolOptions> & {
  readonly limits?: Partial<ExtractionLimits>;
  /**
   * How scans are read: `'search'` (the default) takes the tesseract program when it is on PATH and the built-in
   * engine otherwise, where that is installed; `'none'` reads no scans; anything else is the path of the program.
   */
  readonly tesseract?: 'search' | 'built-in' | 'none' | (string & {});
  /** Folder for what was read of scans whose reading is not over, encrypted: after a crash it goes on from there. */
  readonly pagesFolder?: string;
};

/** Two threads: a small file is read while a large one is. */
const defaultPoolOptions: PoolOptions = {
  workers: 2,
  maxWaiting: 64,
  stallTimeout: 120_000,
  // 10,000 scanned pages at 8 seconds each; a stall is found out long before.
  totalTimeout: 80_000_000,
  retireAbove: 256 * 1024 * 1024,
  heapMegabytes: 512,
};
/** A file of this size may be a textbook, which takes minutes, or hours when it is a scan. */
const largeFile = 5 * 1024 * 1024;

/** Pages of one file that may end or stall a worker before the file is given up. */
const MAX_FATAL_PAGES = 5;

/** The page at which a worker was when it ended or stalled; `undefined` for any other failure. */
const fatalPage = (error: unknown): number | undefined => {
  if (!(error instanceof Failure)) return undefined;
  const { step } = error.reason.details ?? {};
  return typeof step === 'number' ? step : undefined;
};

/** A text extractor that owns threads. */
type ClosableTextExtractor = TextExtractor &
  AsyncDisposable & {
    /** Ends the threads. What still runs rejects with `unavailable`. */
    readonly close: () => Promise<void>;
  };

/**
 * Reads PDF, DOCX, HTML, Markdown and plain text in worker threads, which start with the first file.
 *
 * Rejects with a Failure: `rule_violated` with a code in `details.reason` (see `unreadable-file.ts`) for a file
 * that can never be read; `timeout` when it takes too long; `unavailable` when a worker crashed, too many files
 * wait, or the extractor is closed.
 */
export const createTextExtractor = (options: TextExtractorOptions = {}): ClosableTextExtractor => {
  const { limits, tesseract = 'search', pagesFolder, ...pool } = options;
  let started: Promise<WorkerPool<ExtractionJob, ExtractedDocument>> | undefined;
  let isClosed = false;
  const startPool = async (): Promise<WorkerPool<ExtractionJob, ExtractedDocument>> => {
    if (pagesFolder !== undefined) await clearCachedPages(pagesFolder);
    const settings: WorkerSettings = {
      limits: { ...defaultExtractionLimits, ...limits },
      ocr: await chooseOcr(tesseract),
      pagesFolder,
    };
    return createWorkerPool(
      {
        file: new URL('./worker/extraction-worker.ts', import.meta.url),
        settings,
        component: 'text-extraction',
        isLarge: ({ content }) => content.length > largeFile,
      },
      { ...defaultPoolOptions, ...pool },
    );
  };
  const close = async (): Promise<void> => {
    isClosed = true;
    // Closing before the first file makes a pool that is closed, so that a later call is refused in one way.
    started ??= startPool();
    await (await started).close();
  };
  return {
    maxBytes: (format) => maxBytesOf(format, { ...defaultExtractionLimits, ...limits }),
    extract: async (content, format, signal, pagesKey) => {
      started ??= startPool();
      const running = await started;
      if (isClosed) await running.close();
      const skipPages: number[] = [];
      let skipFigures = false;
      for (;;) {
        try {
          return await running.run({ content, format, skipPages, skipFigures, pagesKey }, signal);
        } catch (error) {
          const page = fatalPage(error);
          if (page === FIGURES_STEP && !skipFigures) {
            skipFigures = true;
            continue;
          }
          // A page that does harm fails, not its document; one that does harm unread is not the cause.
          if (page === undefined || skipPages.includes(page) || skipPages.length >= MAX_FATAL_PAGES)
            throw error;
          skipPages.push(page);
        }
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  };
};
