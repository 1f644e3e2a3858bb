import type { ConversationEvent } from '../../../domain/consultation/conversation-events.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { ownerOf } from '../../../domain/ownership/owner-of.ts';
import type { StreamCreator } from '../../../domain/ownership/ownership-facts.ts';
import { type Share, shareeKey } from '../../../domain/ownership/share.ts';

/** The creator of a stream, from its first event. */
export const creatorOf = ({ metadata: { actor } }: Pick<RecordedEvent, 'metadata'>): StreamCreator => ({
  owner: ownerOf(actor),
  begunBy: actor.id,
});

type ConversationOwnership = {
  readonly beginner?: StreamCreator;
  readonly shares: ReadonlyMap<string, Share>;
};

/** Folds a conversation's stream into its creators and its shares, including expired ones. */
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
