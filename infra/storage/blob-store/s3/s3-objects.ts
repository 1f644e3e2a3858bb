import type { ByteRange } from './byte-range.ts';

/** An object in a listing. */
export type ListedObject = {
  /** The key without the configured prefix. */
  readonly key: string;
  readonly size: number;
  /** Milliseconds since 1970 by the store's clock. */
  readonly modified: number;
};

/** The content of an object; each attempt reads it again. */
export type ObjectContent = {
  readonly size: number;
  /** SHA-256 of the whole content, lower-case hex. */
  readonly sha256: string;
  /** All bytes, or those from `start` up to and including `end`. */
  readonly read: (range?: ByteRange) => AsyncIterable<Uint8Array>;
};

/**
 * The objects of a bucket under one prefix. Every request has a timeout and is retried where that may help. All
 * reject with a Failure of `blob-store` (`disk` for a full bucket). The store must be strongly consistent, as AWS,
 * MinIO, Ceph and others are.
 */
export type S3Objects = {
  /** Resolves when the object is durable. The store verifies the SHA-256. */
  readonly put: (key: string, content: ObjectContent) => Promise<void>;
  /** Creates a small object unless it exists. */
  readonly putOnce: (key: string, text: string) => Promise<void>;
  /** Copies an object inside the store. Returns false if the source does not exist. */
  readonly copy: (from: { readonly key: string; readonly size: number }, to: string) => Promise<boolean>;
  /** Reads an object, or the part of a range that exists; `undefined` if there is no object. */
  readonly read: (key: string, range?: ByteRange) => Promise<AsyncIterable<Uint8Array> | undefined>;
  readonly has: (key: string) => Promise<boolean>;
  /** Lists in key order, after `after` if given, page by page. */
  readonly list: (prefix: string, after?: string) => AsyncIterable<ListedObject>;
  /** Removes an object; no error if there is none. */
  readonly remove: (key: string) => Promise<void>;
  /** Quickly checks that the bucket exists and is accessible and, after a failed write, that it accepts writes. */
  readonly check: () => Promise<void>;
  /** True if the bucket is versioned, so that removed objects remain; `undefined` if it does not tell. */
  readonly isVersioned: () => Promise<boolean | undefined>;
  /** Aborts multipart uploads that a crash interrupted, whose parts would use space. */
  readonly abandonUploads: () => Promise<void>;
  readonly close: () => void;
};
