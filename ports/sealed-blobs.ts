import { Failure } from '../domain/kernel/failure.ts';
import type { BlobReference } from './blob-store.ts';

/** Content sealed with a subject's key. Like a staged blob, it is not committed until it is kept. */
export type SealedContent = {
  /** The address: SHA-256 of the sealed bytes. */
  readonly sha256: string;
  /** Makes it a blob like any other. Resolves when that is durable; harmless when repeated. */
  readonly keep: () => Promise<void>;
  /** Undoes `keep` if no event was stored for the content after all. Never rejects. */
  readonly takeBack: () => Promise<void>;
};

/** Received content, encrypted, not yet assigned to a subject. */
export type UnassignedContent = {
  /**
   * SHA-256 of the plain content. It could confirm a guess of the content, so it must never be stored in plain form.
   */
  readonly digest: string;
  /** Bytes of the content. */
  readonly size: number;
  /**
   * Seals it with the key of a subject, which is created on first use. Later calls cannot change the subject. Rejects
   * with `rule_violated` (`subject_erased`) when that key has been destroyed.
   */
  readonly seal: (subject: string) => Promise<SealedContent>;
  /** Discards it, unless it was kept. Never rejects. Must always be called when done. */
  readonly discard: () => Promise<void>;
};

/**
 * Blobs whose content is sealed with the key of its data subject, on top of a `BlobStore` that sees only sealed bytes:
 * addresses are those of the sealed bytes, so copying, comparing and removing blobs needs no key. Older, unsealed
 * content is read unchanged.
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
   * The bytes of the content in pieces of bounded size, or those from `start` up to and including `end`. Opened when
   * the first piece is requested.
   */
  readonly read: (
    sha256: string,
    subject: string,
    range?: { readonly start: number; readonly end: number },
  ) => AsyncIterable<Uint8Array>;
  /** Whether a blob exists at that address, regardless of who can open it. */
  readonly has: (sha256: string) => Promise<boolean>;
  /**
   * A key of the subject for one purpose (HKDF), 32 bytes, for temporary data stored alongside blobs. Rejects as
   * sealing does.
   */
  readonly keyFor: (subject: string, purpose: string) => Promise<Uint8Array>;
  /**
   * Rejects as reading would if the key has been destroyed: call it before starting a response that could not be
   * completed.
   */
  readonly requireReadable: (subject: string) => Promise<void>;
};

/** Whether reading was refused because the content's key has been destroyed. */
export const isErasedContent = (error: unknown): boolean =>
  error instanceof Failure &&
  error.reason.code === 'not_found' &&
  error.reason.details?.reason === 'subject_erased';
