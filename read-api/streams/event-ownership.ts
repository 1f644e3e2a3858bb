import { LRUCache } from 'lru-cache';
import {
  inConversation,
  type Ownership,
  readConversationOwnership,
  readQuestionOwnership,
  readToolCallOwnership,
} from '../../commands/runtime/ownership/read-ownership.ts';
import { conversationShared, conversationUnshared } from '../../domain/consultation/conversation-events.ts';
import type { RecordedEvent, StreamId } from '../../domain/kernel/event.ts';
import { categoryOf } from '../../domain/kernel/identifiers.ts';
import type { EventStore } from '../../ports/event-store.ts';

/** The owner of an event's stream; `undefined` if it has none. */
export type OwnershipOf = (event: RecordedEvent) => Promise<Ownership | undefined>;

type EventOwnership = {
  readonly of: OwnershipOf;
  /** Drops the entries that these events change: it must receive all events, whether or not anyone asks for owners. */
  readonly heed: (events: readonly Pick<RecordedEvent, 'streamId' | 'type'>[]) => void;
  /** Drops all entries that may have changed. */
  readonly forget: () => void;
};

/** About 3 MB each for conversations, questions and tool calls. */
const MAX_KEPT = 10_000;

const sharing: readonly string[] = [conversationShared.type, conversationUnshared.type];

/**
 * Caches the owners of conversations, questions and tool calls for all listeners of this process: the log is read
 * once for each stream, however many listen, and again when an event reports that a conversation was shared or
 * unshared.
 */
export const createEventOwnership = (services: { readonly eventStore: EventStore }): EventOwnership => {
  const conversations = new LRUCache<string, Promise<Ownership | undefined>>({ max: MAX_KEPT });
  const questions = new LRUCache<string, Promise<Ownership | undefined>>({ max: MAX_KEPT });
  const toolCalls = new LRUCache<string, Promise<Ownership | undefined>>({ max: MAX_KEPT });

  const kept = (
    cache: LRUCache<string, Promise<Ownership | undefined>>,
    id: string,
    read: () => Promise<Ownership | undefined>,
  ): Promise<Ownership | undefined> => {
    const known = cache.get(id);
    if (known) return known;
    const asked = read();
    cache.set(id, asked);
    // Failed reads, and streams that do not exist yet, are read again.
    asked.then(
      (found) => found ?? cache.delete(id),
      () => cache.delete(id),
    );
    return asked;
  };
  const ofConversation = (id: string) =>
    kept(conversations, id, () => readConversationOwnership(id, services));

  const idIn = (streamId: StreamId): string => streamId.slice(categoryOf(streamId).length + 1);
  const heed: EventOwnership['heed'] = (events) => {
    for (const { streamId, type } of events) if (sharing.includes(type)) conversations.delete(idIn(streamId));
  };

  return {
    of: async (event) => {
      const { streamId } = event;
      const category = categoryOf(streamId);
      const id = idIn(streamId);
      // A listener that is behind may read an event before the feed does.
      heed([event]);
      if (category === 'conversation') return ofConversation(id);
      if (category === 'tool_call') return kept(toolCalls, id, () => readToolCallOwnership(id, services));
      if (category !== 'query') return undefined;
      const question = await kept(questions, id, () => readQuestionOwnership(id, services));
      return question?.conversationId === undefined
        ? question
        : inConversation(question, await ofConversation(question.conversationId));
    },
    heed,
    forget: () => conversations.clear(),
  };
};
