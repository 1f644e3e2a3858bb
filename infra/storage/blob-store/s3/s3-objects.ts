import type { ByteRange } from './byte-range.ts';

/** An object as it is listed. */
export type ListedObject = {
  /** Without the prefix of the configuration. */
  readonly key: string;
  readonly size: number;
  /** Milliseconds since 1970 by the store's clock. */
  readonly modified: number;
};

/** The content of an object; it is read again for each attempt. */
export type ObjectContent = {
  readonly size: number;
  /** SHA-256 of all of it, lower-case hex. */
  readonly sha256: string;
  /** All bytes, or those from `start` up to and including `end`. */
  readonly read: (range?: ByteRange) => AsyncIterable<Uint8Array>;
};

/**
 * The objects of a bucket under one prefix. Every request is bounded in time and tried again where that may help. All
 * reject with a Failure of `blob-store` (`disk` for a bucket that is full). What is done is seen by everybody at once:
 * the store must be strongly consistent, as AWS, MinIO, Ceph and others are.
 */
export type S3Objects = {
  /** Resolves when the object is durable. The store compares what arrived with the SHA-256 that it was given. */
  readonly put: (key: string, content: ObjectContent) => Promise<void>;
  /** Makes a small object unless there is one. */
  readonly putOnce: (key: string, text: string) => Promise<void>;
  /** A copy made by the store. Answers false when there is nothing to copy. */
  readonly copy: (from: { readonly key: string; readonly size: number }, to: string) => Promise<boolean>;
  /** The bytes, or those from `start` up to and including `end` as far as there are any; `undefined` for no object. */
  readonly read: (key: string, range?: ByteRange) => Promise<AsyncIterable<Uint8Array> | undefined>;
  readonly has: (key: string) => Promise<boolean>;
  /** In the order of their keys, after `after` when that is given; read page by page. */
  readonly list: (prefix: string, after?: string) => AsyncIterable<ListedObject>;
  /** Harmless where there is none. */
  readonly remove: (key: string) => Promise<void>;
  /** One quick look whether the bucket is there and lets us in; after a write that failed also whether it takes one. */
  readonly check: () => Promise<void>;
  /** Whether the bucket keeps what is removed as older versions; `undefined` where it does not say. */
  readonly keepsVersions: () => Promise<boolean | undefined>;
  /** Gives up large uploads that a crash broke off, so that their parts take no room. */
  readonly abandonUploads: () => Promise<void>;
  readonly close: () => void;
};
