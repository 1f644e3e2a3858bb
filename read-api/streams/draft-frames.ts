import type { Position } from '../../domain/kernel/event.ts';
import type { DraftDelta } from '../../ports/answer-feed.ts';
import type { StreamPlace } from './stream-place.ts';

/** A piece of a draft, with the reader's place after it. */
type DraftFrame = { readonly piece: DraftDelta; readonly place: StreamPlace };

/** Inserts the pieces of drafts between the events of their query. */
export type DraftFrames = {
  readonly add: (piece: DraftDelta) => void;
  /** The piece that can be shown to a reader at this place. */
  readonly takeAt: (place: StreamPlace) => DraftFrame | undefined;
};

/**
 * Ids must never go backwards, and a piece may arrive before its event or after the next one: an early piece waits, a
 * late one is dropped. A reader who resumes within a draft gets it in one piece from its beginning, but only when it
 * is at least as long as what they have seen, which on another node may take a moment.
 */
export const createDraftFrames = (): DraftFrames => {
  let held: DraftDelta | undefined;
  const isBefore = (draft: DraftDelta, position: Position): boolean => draft.position < position;
  return {
    add: (piece) => {
      const followsOn =
        held?.position === piece.position && held.from + held.text.length === piece.from ? held : undefined;
      held = followsOn ? { ...followsOn, text: followsOn.text + piece.text } : piece;
    },
    takeAt: (place) => {
      if (held && isBefore(held, place.position)) held = undefined;
      if (held?.position !== place.position) return undefined;
      const characters = held.from + held.text.length;
      if (characters < place.characters) return undefined;
      const piece = held;
      held = undefined;
      return { piece, place: { position: piece.position, characters } };
    },
  };
};
