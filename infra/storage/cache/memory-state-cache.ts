import { LRUCache } from 'lru-cache';
import type { FoldedStream, StateCache } from '../../../ports/state-cache.ts';

type MemoryStateCacheOptions = {
  readonly maxEntries?: number;
  /** Milliseconds after which an entry expires unless it is renewed. */
  readonly timeToLive?: number;
};

/** Few streams are long: settings, projections, a busy conversation. */
const MAX_ENTRIES = 100;
const TIME_TO_LIVE_MS = 10 * 60_000;

/** A cache of folded streams in the memory of this process. When full, it evicts the least recently used entry. */
export const createMemoryStateCache = (options: MemoryStateCacheOptions = {}): StateCache => {
  const entries = new LRUCache<string, FoldedStream>({
    max: options.maxEntries ?? MAX_ENTRIES,
    ttl: options.timeToLive ?? TIME_TO_LIVE_MS,
    // An expired entry may never be read again, and must not stay in memory.
    ttlAutopurge: true,
  });
  const folds = new WeakMap<object, number>();
  let lastFold = 0;
  let cleared = 0;

  const numberOf = (fold: object): number => {
    const known = folds.get(fold);
    if (known !== undefined) return known;
    lastFold += 1;
    folds.set(fold, lastFold);
    return lastFold;
  };

  return {
    lookUp: (fold, streamId) => {
      const key = `${numberOf(fold)} ${streamId}`;
      const before = cleared;
      return {
        folded: entries.get(key),
        keep: (folded) => {
          const known = entries.peek(key);
          // Two readers may finish in another order than they began.
          if (cleared === before && (!known || known.revision < folded.revision)) entries.set(key, folded);
        },
      };
    },
    clear: () => {
      cleared += 1;
      entries.clear();
    },
  };
};
