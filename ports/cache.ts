/**
 * Remembers bytes for a while, in this process or beside it. Forgetting is always allowed: an entry may be gone before
 * its time, never after it. Nothing may depend on an entry being there.
 *
 * Rejects with a Failure when the store cannot be reached; callers then do without.
 */
export type Cache = {
  /**
   * Whether entries never leave the memory of this process. What holds PHI, or is named by it, goes into no other
   * cache.
   */
  readonly staysInProcess: boolean;
  /** The bytes as they were set; undefined when they never were, or are forgotten. Not to be written to. */
  readonly get: (key: string) => Promise<Uint8Array | undefined>;
  /**
   * Sets or replaces an entry for `ttl` milliseconds. A value larger than the cache allows is not kept, and the key's
   * previous value is forgotten.
   */
  readonly set: (key: string, value: Uint8Array, ttl: number) => Promise<void>;
  /** Forgets an entry; nothing happens when there is none. */
  readonly delete: (key: string) => Promise<void>;
};
