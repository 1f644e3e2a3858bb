/** A blob as it is known everywhere: its SHA-256 in lower-case hex, and its size in bytes. */
export type BlobReference = { readonly sha256: string; readonly size: number };

/** A blob that has been taken in and does not count yet: nobody else can see it or refer to it. */
export type StagedBlob = BlobReference & {
  /** Makes it a blob like any other. Resolves when that is durable; harmless when repeated. */
  readonly keep: () => Promise<void>;
  /** Lets go of it, unless it was kept. Never rejects. */
  readonly discard: () => Promise<void>;
};

/**
 * Content-addressed storage for everything too large for an event. Blobs are immutable; storing the same bytes
 * twice stores them once.
 */
export type BlobStore = {
  /**
   * Stores a stream of bytes. Resolves when the blob is durable. Rejects with `payload_too_large` as soon as more
   * than `limit` bytes have arrived, leaving nothing behind.
   */
  readonly put: (content: AsyncIterable<Uint8Array>, limit: number) => Promise<BlobReference>;
  /**
   * Takes a stream of bytes in like `put`, for content of which it is not known yet whether it is wanted. Blobs are
   * never removed, since another writer may count on the same content at any moment; what is only staged can be.
   */
  readonly stage: (content: AsyncIterable<Uint8Array>, limit: number) => Promise<StagedBlob>;
  /** Stores bytes that are already in memory. */
  readonly putBytes: (content: Uint8Array) => Promise<BlobReference>;
  /** All bytes of a blob. Rejects with `not_found` when there is no such blob. */
  readonly get: (sha256: string) => Promise<Uint8Array>;
  /**
   * The bytes of a blob in pieces of bounded size, or those from `start` up to and including `end`. Nothing is opened
   * before the first piece is asked for; rejects then with `not_found` when there is no such blob.
   */
  readonly read: (
    sha256: string,
    range?: { readonly start: number; readonly end: number },
  ) => AsyncIterable<Uint8Array>;
  /** Whether the blob exists. */
  readonly has: (sha256: string) => Promise<boolean>;
};
