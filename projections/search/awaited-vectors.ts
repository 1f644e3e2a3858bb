import { describeError } from '../../domain/kernel/describe-error.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { isErasedContent } from '../../ports/sealed-blobs.ts';
import { withTimeout } from './with-timeout.ts';

/** The location of a document's vectors, and the chunks that they belong to, in order. */
export type VectorLocation = {
  readonly blob: string;
  readonly dimensions: number;
  readonly chunkIds: readonly string[];
};

export type AwaitedVectorsServices = {
  /** The first and the longest delay, in milliseconds, before unreadable vectors are retried. */
  readonly vectorRetry?: { readonly first: number; readonly most: number };
  readonly logger?: Logger;
  readonly metrics?: Metrics;
};

type Reading = {
  /** Reads the vectors of a document and adds them to the index. */
  readonly read: (docKey: string, place: VectorLocation) => Promise<readonly Float32Array[]>;
  readonly take: (docKey: string, place: VectorLocation, vectors: readonly Float32Array[]) => void;
};

/** Documents held only by their words because their vectors cannot be read. */
export type AwaitedVectors = {
  /** Loads the vectors of a document, or retries until they can be read. Never rejects. */
  readonly load: (docKey: string, place: VectorLocation) => Promise<void>;
  /** Stops waiting for a document that is held elsewhere, in another version, or not at all. */
  readonly forget: (docKey: string) => void;
  /** The number of awaited documents. */
  readonly count: () => number;
  /** Stops all retries. */
  readonly close: () => void;
};

const RETRY = { first: 1000, most: 60_000 } as const;
/** A search may wait for the first attempt, but not for retries. */
const FIRST_READING_MS = 5000;
const LATER_READING_MS = 60_000;
/** Lost or altered files retried per round, so that many of them cause no load. */
const FAILURES_OF_ROUND = 20;

/** Whether the store does not respond, as opposed to one lost or altered file: the others are then not tried. */
const isStoreAway = (error: unknown): boolean =>
  error instanceof Failure && !['not_found', 'internal_error'].includes(error.reason.code);

/**
 * Reads vectors and retries those that cannot be read, least recently tried first, after a delay that doubles while
 * nothing succeeds. Its timer keeps no process alive.
 */
export const createAwaitedVectors = (
  { vectorRetry: { first, most } = RETRY, logger, metrics }: AwaitedVectorsServices,
  { read, take }: Reading,
): AwaitedVectors => {
  const awaited = new Map<string, VectorLocation>();
  let isAway = false;
  let isClosed = false;
  let pause = first;
  let timer: NodeJS.Timeout | undefined;

  const reportAwaited = (): void =>
    metrics?.gauge('anamnesis_search_documents_by_words_only', awaited.size, {});

  /** The result of an attempt; `outdated` vectors are no longer needed. */
  const attempt = async (
    docKey: string,
    place: VectorLocation,
    milliseconds: number,
    isWanted: () => boolean,
  ): Promise<'taken' | 'lost' | 'away' | 'outdated'> => {
    try {
      const vectors = await withTimeout(read(docKey, place), milliseconds);
      isAway = false;
      if (!isWanted()) return 'outdated';
      take(docKey, place, vectors);
      return 'taken';
    } catch (error) {
      // Its passages are gone, too.
      if (isErasedContent(error)) return 'outdated';
      isAway = isStoreAway(error);
      if (!awaited.has(docKey))
        logger?.warn(
          { reason: describeError(error).reason },
          'The vectors of a document cannot be read: only keyword search finds it for now.',
        );
      return isAway ? 'away' : 'lost';
    }
  };

  const round = async (): Promise<void> => {
    let taken = 0;
    let failed = 0;
    for (const [docKey, place] of [...awaited]) {
      const isWanted = (): boolean => !isClosed && awaited.get(docKey) === place;
      if (!isWanted()) continue;
      const outcome = await attempt(docKey, place, LATER_READING_MS, isWanted);
      if (isClosed) return;
      if (awaited.get(docKey) === place) awaited.delete(docKey);
      else continue;
      if (outcome === 'taken') taken += 1;
      else if (outcome !== 'outdated') {
        // Moved to the end, so that the others come first next time.
        awaited.set(docKey, place);
        failed += 1;
      }
      if (outcome === 'away' || failed === FAILURES_OF_ROUND) break;
    }
    pause = taken > 0 ? first : Math.min(2 * pause, most);
    if (taken > 0) logger?.info({ documents: taken }, 'Vectors that had been unreadable were read.');
  };

  const plan = (): void => {
    reportAwaited();
    if (isClosed || timer !== undefined || awaited.size === 0) return;
    timer = setTimeout(() => {
      void round().finally(() => {
        timer = undefined;
        plan();
      });
    }, pause).unref();
  };

  return {
    load: async (docKey, place) => {
      awaited.delete(docKey);
      const outcome = isAway ? 'away' : await attempt(docKey, place, FIRST_READING_MS, () => !isClosed);
      if (outcome === 'away' || outcome === 'lost') {
        if (awaited.size === 0) pause = first;
        awaited.set(docKey, place);
      }
      plan();
    },
    forget: (docKey) => {
      if (awaited.delete(docKey)) reportAwaited();
    },
    count: () => awaited.size,
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
};
