/** A blob's identity: its SHA-256 in lower-case hex, and its size in bytes. */
export type BlobReference = { readonly sha256: string; readonly size: number };

/** A received blob that is not committed yet: others can neither see it nor refer to it. */
export type StagedBlob = BlobReference & {
  /** Its bytes, in pieces of bounded size; until it is discarded. */
  readonly read: () => AsyncIterable<Uint8Array>;
  /** Makes it a blob like any other. Resolves when that is durable; harmless when repeated. */
  readonly keep: () => Promise<void>;
  /**
   * Undoes `keep` if no event was stored for the content after all: only if this call made it a blob, and the same
   * content was not kept or stored since. Never rejects; a blob left behind is an orphan.
   */
  readonly takeBack: () => Promise<void>;
  /** Discards it, unless it was kept. Never rejects. */
  readonly discard: () => Promise<void>;
};

/** A blob in a listing. */
export type StoredBlob = BlobReference & {
  /** When it was last kept or stored, in milliseconds since 1970 by the clock of this process's machine. */
  readonly keptAt: number;
  /** Changes whenever the same content is kept or stored again. */
  readonly mark: string;
};

/**
 * Content-addressed storage for everything too large for an event. Blobs are immutable; storing the same bytes
 * twice stores them once.
 *
 * A caller keeps or stores a blob before referring to it, even if the content exists already: that leaves a new mark
 * on it, and removal compares the mark. So a blob kept since its mark was read is never removed.
 */
export type BlobStore = {
  /**
   * Stores a stream of bytes. Resolves when the blob is durable. Rejects with `payload_too_large` as soon as more
   * than `limit` bytes have arrived, leaving nothing behind; with `unavailable` when there is no space for them.
   */
  readonly put: (content: AsyncIterable<Uint8Array>, limit: number) => Promise<BlobReference>;
  /** Receives a stream of bytes like `put`, for content that may be discarded. */
  readonly stage: (content: AsyncIterable<Uint8Array>, limit: number) => Promise<StagedBlob>;
  /** Stores bytes that are already in memory. */
  readonly putBytes: (content: Uint8Array) => Promise<BlobReference>;
  /** All bytes of a blob. Rejects with `not_found` when there is no such blob. */
  readonly get: (sha256: string) => Promise<Uint8Array>;
  /**
   * The bytes of a blob in pieces of bounded size, or those from `start` up to and including `end`. Opened when the
   * first piece is requested; that rejects with `not_found` when there is no such blob.
   */
  readonly read: (
    sha256: string,
    range?: { readonly start: number; readonly end: number },
  ) => AsyncIterable<Uint8Array>;
  /** Whether the blob exists. */
  readonly has: (sha256: string) => Promise<boolean>;
  /** The size of a blob in bytes; `undefined` when there is no such blob. */
  readonly sizeOf: (sha256: string) => Promise<number | undefined>;
  /**
   * All blobs in the order of their addresses, after `after` if given. Blobs added or removed meanwhile may be
   * missed.
   */
  readonly list: (after?: string) => AsyncIterable<StoredBlob>;
  /** Removes a blob unless it was kept or stored again since it was listed. Returns whether it is gone. */
  readonly remove: (blob: Pick<StoredBlob, 'sha256' | 'mark'>) => Promise<boolean>;
};
