import type { Position } from '../domain/kernel/event.ts';
import type { StoredEvent } from './event-store.ts';

/** A subject's key as stored in the vault. Without `wrappedKey` it was destroyed: a permanent tombstone. */
export type WrappedKey = {
  /** Keyed hash of the subject, lower-case hex. */
  readonly subjectHash: string;
  /** Base64; opens with the master key alone. */
  readonly wrappedKey: string | null;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  readonly destroyedAt: string | null;
};

/** The record of a command that was sent with an idempotency key. */
export type StoredClaim = {
  /** Digest of actor, command and key. */
  readonly scope: string;
  readonly fingerprint: string;
  readonly commandId: string;
  /** The recorded outcome; null if the command had not finished. */
  readonly answer: string | null;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
};

/** The progress of a consumer: every event up to the position is handled or parked. */
export type StoredCheckpoint = { readonly consumer: string; readonly position: Position };

/** Identifies a master key. Neither member reveals anything about the key. */
export type MasterKeyMark = {
  /** Opens with that key alone; base64. */
  readonly check: string;
  /** For people to compare, hex. */
  readonly fingerprint: string;
  /** The check value of the installation's first master key, if this is a later one. */
  readonly installation?: string | undefined;
  /** Since when a later master key has been in use, ISO 8601. */
  readonly since?: string | undefined;
};

/** Tells whether two marks are of one installation, whose master key may have been rotated between them. */
export const areOfOneInstallation = (one: MasterKeyMark, other: MasterKeyMark): boolean =>
  (one.installation ?? one.check) === (other.installation ?? other.check);

/**
 * All data that an installation cannot recreate, as stored: ciphertext, wrapped keys, digests. Read models and indexes
 * are folds over it. Pages are bounded in count and bytes; nothing here needs the master key.
 */
export type StoredInstallation = {
  /** The log after a position up to and including another one, in order. */
  readonly events: (after: Position, to: Position) => AsyncIterable<readonly StoredEvent[]>;
  /** The bytes of a blob in pieces. Rejects with `not_found` when there is no such blob. */
  readonly blob: (sha256: string) => AsyncIterable<Uint8Array>;
  readonly checkpoints: () => Promise<readonly StoredCheckpoint[]>;
  readonly claims: () => AsyncIterable<readonly StoredClaim[]>;
  /** By subject hash, ascending. */
  readonly wrappedKeys: () => AsyncIterable<readonly WrappedKey[]>;
  readonly masterKey: () => Promise<MasterKeyMark>;
};
