import { LRUCache } from 'lru-cache';
import type { Cache } from '../../../ports/cache.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';

type MemoryCacheOptions = {
  readonly maxEntries?: number;
  /** Bytes of all keys and values together. */
  readonly maxBytes?: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
  /** Reports destroyed keys. Any entry may derive from data under such a key, so all are dropped. */
  readonly onDestroyed?: KeyVault['onDestroyed'];
};

/** The results of a search have 1 to 70 KB: most searches of an hour fit. */
const MAX_ENTRIES = 5000;
const MAX_BYTES = 32 * 1024 * 1024;

/** A cache in the memory of this process. When full, it evicts the least recently used entry. */
export const createMemoryCache = (options: MemoryCacheOptions = {}): Cache => {
  const maxBytes = options.maxBytes ?? MAX_BYTES;
  const now = options.now ?? (() => performance.now());
  const entries = new LRUCache<string, Uint8Array>({
    max: options.maxEntries ?? MAX_ENTRIES,
    maxSize: maxBytes,
    sizeCalculation: (value, key) => value.byteLength + key.length * 2,
    ttlResolution: 0,
    perf: { now },
  });
  options.onDestroyed?.(() => entries.clear());
  return {
    staysInProcess: true,
    get: async (key) => entries.get(key),
    set: async (key, value, ttl) => {
      // A copy: the caller may reuse its bytes.
      if (ttl > 0) entries.set(key, value.slice(), { ttl });
      else entries.delete(key);
    },
    delete: async (key) => {
      entries.delete(key);
    },
  };
};
