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
   * How scans are read. `'search'` (the default) takes the tesseract program on PATH, or else the built-in engine if
   * it is installed; `'none'` reads no scans; any other value is the path of the program.
   */
  readonly tesseract?: 'search' | 'built-in' | 'none' | (string & {});
  /** Folder for the encrypted pages of unfinished scans, from which OCR resumes after a crash. */
  readonly pagesFolder?: string;
};

/** Two workers, so that a small file does not wait for a large one. */
const defaultPoolOptions: PoolOptions = {
  workers: 2,
  maxWaiting: 64,
  stallTimeout: 120_000,
  // 10,000 scanned pages at 8 seconds each; a stall is detected long before.
  totalTimeout: 80_000_000,
  retireAbove: 256 * 1024 * 1024,
  heapMegabytes: 512,
};
/** A larger file may be a textbook, which takes minutes, or hours if it is a scan. */
const largeFile = 5 * 1024 * 1024;

/** Pages of one file that may crash or stall a worker before the file is abandoned. */
const MAX_FATAL_PAGES = 5;

/** Returns the page at which a worker crashed or stalled; `undefined` for any other failure. */
const fatalPage = (error: unknown): number | undefined => {
  if (!(error instanceof Failure)) return undefined;
  const { step } = error.reason.details ?? {};
  return typeof step === 'number' ? step : undefined;
};

/** A text extractor with workers that must be closed. */
type ClosableTextExtractor = TextExtractor &
  AsyncDisposable & {
    /** Stops the workers. Running extractions reject with `unavailable`. */
    readonly close: () => Promise<void>;
  };

/**
 * Extracts text from files in worker processes, which start with the first file.
 *
 * Rejects with a Failure: `rule_violated` with a code in `details.reason` (see `unreadable-file.ts`) for a file that
 * can never be read; `timeout` when it takes too long; `unavailable` when a worker crashed, the queue is full, or the
 * extractor is closed.
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
        isolation: 'process',
        component: 'text-extraction',
        isLarge: ({ content }) => content.length > largeFile,
      },
      { ...defaultPoolOptions, ...pool },
    );
  };
  const close = async (): Promise<void> => {
    isClosed = true;
    // If nothing has started, starts a pool only to close it, so that later calls are refused in the same way.
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
          // A fatal page is skipped, so that only it fails and not its document. If it was already skipped, it is not
          // the cause.
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
