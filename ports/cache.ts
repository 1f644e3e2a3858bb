/**
 * Stores bytes for a while, in this process or outside. Entries may be dropped early, but never returned after they
 * expire. Nothing may depend on an entry being present.
 *
 * Rejects with a Failure when the store cannot be reached; callers then proceed without it.
 */
export type Cache = {
  /** Whether entries never leave the memory of this process. PHI, in values or keys, goes into no other cache. */
  readonly staysInProcess: boolean;
  /** The bytes as they were set; undefined when missing or expired. Must not be modified. */
  readonly get: (key: string) => Promise<Uint8Array | undefined>;
  /**
   * Sets or replaces an entry for `ttl` milliseconds. A value larger than the cache allows is not stored, and the key's
   * previous value is dropped.
   */
  readonly set: (key: string, value: Uint8Array, ttl: number) => Promise<void>;
  /** Deletes an entry; does nothing when there is none. */
  readonly delete: (key: string) => Promise<void>;
};
