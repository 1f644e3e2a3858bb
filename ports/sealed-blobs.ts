import { Failure } from '../domain/kernel/failure.ts';
import type { BlobReference } from './blob-store.ts';

/** Content that was sealed with a subject's key. It does not count until it is kept, as a staged blob does not. */
export type SealedContent = {
  /** The address: SHA-256 of the sealed bytes. */
  readonly sha256: string;
  /** Makes it a blob like any other. Resolves when that is durable; harmless when repeated. */
  readonly keep: () => Promise<void>;
  /** Takes back what `keep` did, for content that no event was stored for after all. Never rejects. */
  readonly takeBack: () => Promise<void>;
};

/** Received content, encrypted, not yet assigned to a subject. */
export type UnassignedContent = {
  /** SHA-256 of the content in the clear. It confirms a guess of the content: never to be stored in the clear. */
  readonly digest: string;
  /** Bytes of the content. */
  readonly size: number;
  /**
   * Seals it with the key of a subject, which is made on first use. The first subject remains. Rejects with
   * `rule_violated` (`subject_erased`) when that key has been destroyed.
   */
  readonly seal: (subject: string) => Promise<SealedContent>;
  /** Lets go of it, unless it was kept. Never rejects. Always to be called in the end. */
  readonly discard: () => Promise<void>;
};

/**
 * Blobs whose content is sealed with the key of the data subject that it is about, over a `BlobStore` that sees only
 * sealed bytes: addresses are those of the sealed bytes, so that copying, comparing and removing blobs needs no key.
 * Older content, which is not sealed, is read as it is.
 *
 * Reading rejects with `not_found` (`details.reason`: `subject_erased`) once the key has been destroyed, and with
 * `internal_error` when the stored bytes were altered or belong to another subject.
 */
export type SealedBlobs = {
  /**
   * Receives a stream of bytes before its subject is known; none of it is ever on the disk in clear text. Rejects
   * with `payload_too_large` as soon as more than `limit` bytes have arrived, leaving nothing behind.
   */
  readonly stage: (content: AsyncIterable<Uint8Array>, limit: number) => Promise<UnassignedContent>;
  /**
   * Stores bytes that are in memory; `size` is that of the content. The same bytes of the same subject have the same
   * address, so that work repeated after a crash stores nothing twice.
   */
  readonly putBytes: (content: Uint8Array, subject: string) => Promise<BlobReference>;
  /** All bytes of the content. */
  readonly get: (sha256: string, subject: string) => Promise<Uint8Array>;
  /**
   * The bytes of the content in pieces of bounded size, or those from `start` up to and including `end`. Nothing is
   * opened before the first piece is asked for.
   */
  readonly read: (
    sha256: string,
    subject: string,
    range?: { readonly start: number; readonly end: number },
  ) => AsyncIterable<Uint8Array>;
  /** Whether a blob exists at that address, regardless of who can open it. */
  readonly has: (sha256: string) => Promise<boolean>;
  /**
   * A key of the subject for one purpose (HKDF), 32 bytes, for temporary data kept beside blobs. Rejects as sealing
   * does.
   */
  readonly keyFor: (subject: string, purpose: string) => Promise<Uint8Array>;
  /** Rejects as reading would where the key has been destroyed: before an answer is begun that could not be ended. */
  readonly requireReadable: (subject: string) => Promise<void>;
};

/** Whether reading was refused because the content's key has been destroyed. */
export const isErasedContent = (error: unknown): boolean =>
  error instanceof Failure &&
  error.reason.code === 'not_found' &&
  error.reason.details?.reason === 'subject_erased';
