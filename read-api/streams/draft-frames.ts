import type { Position } from '../../domain/kernel/event.ts';
import type { DraftDelta } from '../../ports/answer-feed.ts';
import type { StreamPlace } from './stream-place.ts';

/** A piece of a draft with the place that its reader has come to then. */
type DraftFrame = { readonly piece: DraftDelta; readonly place: StreamPlace };

/** Puts the pieces of drafts between the events of their query. */
export type DraftFrames = {
  readonly add: (piece: DraftDelta) => void;
  /** What can be shown to a reader who has come to this place. */
  readonly takeAt: (place: StreamPlace) => DraftFrame | undefined;
};

/**
 * Ids must never go backwards, and a draft may come earlier than its event, or later than the next one: what is early
 * waits, what is late is left out. To one who resumes within a draft it is shown in one piece from its beginning, but not
 * before there is as much of it as they have seen, which on another node may take a moment.
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
