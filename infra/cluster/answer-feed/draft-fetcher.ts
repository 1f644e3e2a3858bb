import type { RowKeys, RowSealer } from '../../../ports/row-sealer.ts';
import type { Draft, DraftBoard } from './draft-board.ts';
import type { DraftPieces, StoredPiece } from './draft-pieces.ts';
import { placeOfPiece } from './draft-storer.ts';

/** Copies drafts written by other processes to the local board, for queries with readers here. */
export type DraftFetcher = {
  /** Registers a reader of this query; returns a function that unregisters it. */
  readonly follow: (queryId: string) => () => void;
  /** Whether there are any readers. */
  readonly isWanted: () => boolean;
  /** Fetches once. Rejects on failure. */
  readonly look: () => Promise<void>;
};

export const createDraftFetcher = (
  board: DraftBoard,
  isOurs: (draft: Draft) => boolean,
  stored: Pick<DraftPieces, 'read'>,
  sealer: Pick<RowSealer, 'keysOf'>,
): DraftFetcher => {
  /** The number of readers by query. */
  const readers = new Map<string, number>();

  const wanted = (): readonly string[] =>
    [...readers.keys()].filter((queryId) => {
      const draft = board.draftOf(queryId);
      return draft === undefined || !isOurs(draft);
    });

  const bring = (piece: StoredPiece, keys: RowKeys): void => {
    const { queryId, position, attempt, subject, from } = piece;
    const known = board.draftOf(queryId);
    if (known && known.position > position) return;
    const draft = known?.position === position ? known : board.begin({ queryId, position, attempt, subject });
    if (!draft || isOurs(draft)) return;
    const length = draft.text.length;
    // A gap closes once the missing piece is stored.
    if (from > length || piece.to <= length) return;
    const text = keys.open(subject, placeOfPiece(piece), piece.sealed);
    if (text === undefined) board.remove(draft);
    else board.extend(draft, text.slice(length - from));
  };

  return {
    follow: (queryId) => {
      readers.set(queryId, (readers.get(queryId) ?? 0) + 1);
      return () => {
        const left = (readers.get(queryId) ?? 0) - 1;
        if (left > 0) {
          readers.set(queryId, left);
          return;
        }
        readers.delete(queryId);
        const draft = board.draftOf(queryId);
        if (draft && !isOurs(draft)) board.remove(draft);
      };
    },
    isWanted: () => readers.size > 0,
    look: async () => {
      const queries = wanted();
      if (queries.length === 0) return;
      const known = queries.map((queryId) => {
        const draft = board.draftOf(queryId);
        return { queryId, position: draft?.position ?? 0, characters: draft?.text.length ?? 0 };
      });
      const pieces = await stored.read(known);
      if (pieces.length === 0) return;
      const keys = await sealer.keysOf(pieces.map(({ subject }) => subject));
      const failures: unknown[] = [];
      for (const piece of pieces) {
        // The reader may have left in the meantime; its draft must not be added again.
        if (!readers.has(piece.queryId)) continue;
        try {
          bring(piece, keys);
        } catch (error) {
          // A piece that cannot be opened must not block the others.
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
};
