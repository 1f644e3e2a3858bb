/** A blob as it is known everywhere: its SHA-256 in lower-case hex, and its size in bytes. */
export type BlobReference = { readonly sha256: string; readonly size: number };

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
  /** Stores bytes that are already in memory. */
  readonly putBytes: (content: Uint8Array) => Promise<BlobReference>;
  /** All bytes of a blob. Rejects with `not_found` when there is no such blob. */
  readonly get: (sha256: string) => Promise<Uint8Array>;
  /** Whether the blob exists. */
  readonly has: (sha256: string) => Promise<boolean>;
};
