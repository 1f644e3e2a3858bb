import type { Position, Revision } from '../kernel/event.ts';

/** The stored members of an event, with its data and metadata as the texts that were appended. */
type StoredMembers = {
  readonly position: Position;
  readonly streamId: string;
  readonly revision: Revision;
  readonly id: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly recordedAt: string;
  readonly data: string;
  readonly metadata: string;
};

/**
 * The bytes of an event that the Merkle tree over the log covers: the UTF-8 of its canonical JSON (RFC 8785), an object
 * with these nine members in alphabetical order. `data` and `metadata` are strings that hold the stored JSON to the
 * letter, so that sensitive fields are covered as ciphertext: destroying a key changes no leaf. Every kind of log stores
 * and returns the same members, so a log that moves from one to another keeps its tree.
 *
 * The form never changes: every checkpoint ever signed depends on it. It has no line feed, so that a file with one leaf a
 * line holds exactly the bytes that are hashed.
 */
export const eventLeaf = ({
  data,
  id,
  metadata,
  position,
  recordedAt,
  revision,
  schemaVersion,
  streamId,
  type,
}: StoredMembers): string =>
  JSON.stringify({ data, id, metadata, position, recordedAt, revision, schemaVersion, streamId, type });
