import type { Position } from '../../../domain/kernel/event.ts';

/** A stored piece of a draft: the characters from `from` up to `to`, sealed. */
export type StoredPiece = {
  readonly queryId: string;
  readonly position: Position;
  readonly attempt: number;
  readonly from: number;
  readonly to: number;
  readonly subject: string;
  readonly sealed: string;
};

/** How much of a query's newest draft is known. */
export type KnownDraft = {
  readonly queryId: string;
  readonly position: Position;
  readonly characters: number;
};

/** The storage through which nodes exchange pieces of drafts. Every call rejects when it cannot be reached. */
export type DraftPieces = {
  /** Stores pieces. A longer piece replaces a shorter one with the same start. */
  readonly store: (pieces: readonly StoredPiece[]) => Promise<void>;
  /** Returns pieces beyond the known text, in order within each draft; possibly not all in one call. */
  readonly read: (known: readonly KnownDraft[]) => Promise<readonly StoredPiece[]>;
  /** Removes the drafts of queries up to a position. */
  readonly remove: (done: readonly Pick<StoredPiece, 'queryId' | 'position'>[]) => Promise<void>;
  /** Removes drafts abandoned by nodes that stopped midway. */
  readonly sweep: () => Promise<void>;
  /** Milliseconds until the next poll, unless a notification comes first. */
  readonly pause: () => number;
  /** Calls back when there may be new pieces. Returns a function that stops it. */
  readonly hear: (onNews: () => void) => Promise<() => Promise<void>>;
};
