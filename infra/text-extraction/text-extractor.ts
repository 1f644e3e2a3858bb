import type { TextExtractor } from '../../ports/text-extractor.ts';
import { defaultExtractionLimits, type ExtractionLimits } from './extraction-limits.ts';
import { findTesseract } from './ocr/tesseract.ts';
import {
  createExtractionPool,
  defaultPoolOptions,
  type ExtractionPool,
  type PoolOptions,
} from './worker/extraction-pool.ts';

export type TextExtractorOptions = Partial<PoolOptions> & {
  readonly limits?: Partial<ExtractionLimits>;
  /** Path of the tesseract program; `'search'` (the default) looks on PATH, `'none'` reads no scans. */
  readonly tesseract?: string;
};

/** A text extractor that owns threads. */
export type ClosableTextExtractor = TextExtractor &
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
  const { limits, tesseract = 'search', ...pool } = options;
  let started: Promise<ExtractionPool> | undefined;
  let isClosed = false;
  const startPool = async (): Promise<ExtractionPool> => {
    const program =
      tesseract === 'search' ? await findTesseract() : tesseract === 'none' ? undefined : tesseract;
    return createExtractionPool(
      { limits: { ...defaultExtractionLimits, ...limits }, tesseract: program },
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
    extract: async (content, format, signal) => {
      started ??= startPool();
      const running = await started;
      if (isClosed) await running.close();
      return running.run({ content, format }, signal);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
};
