import type { ConversationEvent } from '../../../domain/consultation/conversation-events.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { ownerOf } from '../../../domain/ownership/owner-of.ts';
import type { StreamCreator } from '../../../domain/ownership/ownership-facts.ts';
import { type Share, shareeKey } from '../../../domain/ownership/share.ts';

/** Whose an event's stream is, when it is the first. */
export const creatorOf = ({ metadata: { actor } }: Pick<RecordedEvent, 'metadata'>): StreamCreator => ({
  owner: ownerOf(actor),
  begunBy: actor.id,
});

type ConversationOwnership = {
  readonly beginner?: StreamCreator;
  readonly shares: ReadonlyMap<string, Share>;
};

/** Folds out of a conversation's stream whose it is and with whom it is shared, expired shares included. */
export const conversationOwnership = {
  initialState: { shares: new Map() } satisfies ConversationOwnership as ConversationOwnership,
  evolve: (state: ConversationOwnership, event: RecordedEvent<ConversationEvent>): ConversationOwnership => {
    switch (event.type) {
      case 'ConversationStarted':
        return { ...state, beginner: creatorOf(event) };
      case 'ConversationShared': {
        const { conversationId: _, ...share } = event.data;
        return { ...state, shares: new Map(state.shares).set(shareeKey(share.with), share) };
      }
      case 'ConversationUnshared': {
        const shares = new Map(state.shares);
        shares.delete(shareeKey(event.data.with));
        return { ...state, shares };
      }
      default:
        return state;
    }
  },
};
