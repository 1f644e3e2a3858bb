import type { RowSealer } from '../../../ports/row-sealer.ts';
import type { Draft, DraftBoard } from './draft-board.ts';
import type { DraftPieces, StoredPiece } from './draft-pieces.ts';

/** The place that a piece is sealed for: text moved elsewhere does not open. */
export const placeOfPiece = ({
  queryId,
  position,
  from,
}: Pick<StoredPiece, 'queryId' | 'position' | 'from'>): string =>
  `answer_drafts.pieces/${queryId}/${position}/${from}`;

/** Stores the drafts of this process, batched into pieces. */
export type DraftStorer = {
  readonly add: (draft: Draft) => void;
  /** Ends the draft: its stored pieces are removed. */
  readonly remove: (draft: Draft) => void;
  /** Whether anything is waiting to be stored or removed. */
  readonly isDue: () => boolean;
  /** Stores and removes. Rejects on failure; the pending work stays for the next call. */
  readonly flush: () => Promise<void>;
};

/** Maximum removals pending while the database does not respond; other drafts are swept by age. */
const MAX_REMOVALS = 1000;

/** Half of a surrogate pair cannot be stored alone: it waits for the other half. */
const wholeLetters = (text: string): string => (/[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text);

export const createDraftStorer = (
  board: Pick<DraftBoard, 'draftOf'>,
  pieces: Pick<DraftPieces, 'store' | 'remove'>,
  sealer: Pick<RowSealer, 'keysOf'>,
): DraftStorer => {
  /** The number of stored characters, by draft. */
  const stored = new Map<Draft, number>();
  const over = new Set<Pick<Draft, 'queryId' | 'position'>>();

  /** The text not stored yet; empty for a draft that was removed. */
  const newsOf = (draft: Draft, from: number): string =>
    draft.text.length > from && board.draftOf(draft.queryId) === draft
      ? wholeLetters(draft.text.slice(from))
      : '';

  const store = async (): Promise<void> => {
    const news = [...stored]
      .map(([draft, from]) => ({ draft, from, text: newsOf(draft, from) }))
      .filter(({ text }) => text !== '');
    if (news.length === 0) return;
    const keys = await sealer.keysOf(
      news.map(({ draft }) => draft.subject),
      'make',
    );
    const sealed = news.flatMap(({ draft, from, text }) => {
      const { queryId, position, attempt, subject } = draft;
      const piece = { queryId, position, attempt, subject, from, to: from + text.length };
      const content = keys.seal(subject, placeOfPiece(piece), text);
      return content === undefined ? [] : [{ ...piece, sealed: content }];
    });
    if (sealed.length > 0) await pieces.store(sealed);
    for (const { draft, from, text } of news) if (stored.has(draft)) stored.set(draft, from + text.length);
  };

  const remove = async (): Promise<void> => {
    const done = [...over];
    if (done.length === 0) return;
    await pieces.remove(done);
    for (const removed of done) over.delete(removed);
  };

  return {
    add: (draft) => {
      stored.set(draft, 0);
    },
    remove: (draft) => {
      if (!stored.delete(draft)) return;
      const { queryId, position } = draft;
      if (over.size < MAX_REMOVALS) over.add({ queryId, position });
    },
    isDue: () => over.size > 0 || [...stored].some(([draft, from]) => newsOf(draft, from) !== ''),
    flush: async () => {
      await store();
      await remove();
    },
  };
};
