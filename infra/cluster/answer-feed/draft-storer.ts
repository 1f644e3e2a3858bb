import type { RowSealer } from '../../../ports/row-sealer.ts';
import type { Draft, DraftBoard } from './draft-board.ts';
import type { DraftPieces, StoredPiece } from './draft-pieces.ts';

/** The place of a piece: sealed text that is moved does not open. */
export const placeOfPiece = ({
  queryId,
  position,
  from,
}: Pick<StoredPiece, 'queryId' | 'position' | 'from'>): string =>
  `answer_drafts.pieces/${queryId}/${position}/${from}`;

/** Stores what this process writes, in pieces that gather for a moment. */
export type DraftStorer = {
  readonly add: (draft: Draft) => void;
  /** The draft is over: what was stored of it is removed. */
  readonly remove: (draft: Draft) => void;
  /** Whether there is something to store or to remove. */
  readonly isDue: () => boolean;
  /** Does that. Rejects when it failed; what was to be done is there for the next time. */
  readonly flush: () => Promise<void>;
};

/** Drafts whose removal is remembered while the database does not answer; others are removed for their age. */
const MAX_REMOVALS = 1000;

/** Half of a surrogate pair cannot be stored alone: it waits for the other. */
const wholeLetters = (text: string): string => (/[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text);

export const createDraftStorer = (
  board: Pick<DraftBoard, 'draftOf'>,
  pieces: Pick<DraftPieces, 'store' | 'remove'>,
  sealer: Pick<RowSealer, 'keysOf'>,
): DraftStorer => {
  /** Characters that are stored, by draft. */
  const stored = new Map<Draft, number>();
  const over = new Set<Pick<Draft, 'queryId' | 'position'>>();

  /** What is not stored yet; nothing of a draft that is not up any more. */
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
