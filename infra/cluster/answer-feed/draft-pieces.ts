import type { Position } from '../../../domain/kernel/event.ts';

/** Some characters of a draft as they are stored: from the first number up to the second, sealed. */
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

/** Where nodes leave pieces of drafts for each other. Everything rejects when that place cannot be reached. */
export type DraftPieces = {
  /** A piece that is there already is replaced by a longer one. */
  readonly store: (pieces: readonly StoredPiece[]) => Promise<void>;
  /** What is there beyond what is known, in order within each draft; perhaps not all at once. */
  readonly read: (known: readonly KnownDraft[]) => Promise<readonly StoredPiece[]>;
  /** Removes drafts of queries up to a position. */
  readonly remove: (done: readonly Pick<StoredPiece, 'queryId' | 'position'>[]) => Promise<void>;
  /** Removes what nodes have left that ended in the middle. */
  readonly sweep: () => Promise<void>;
  /** Milliseconds until the next look, unless something is heard before. */
  readonly pause: () => number;
  /** Calls back when there may be something new. Answers how to stop. */
  readonly hear: (onNews: () => void) => Promise<() => Promise<void>>;
};
