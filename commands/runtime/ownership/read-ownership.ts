import { queryAsked } from '../../../domain/consultation/query-events.ts';
import { streamIdOf } from '../../../domain/kernel/identifiers.ts';
import type { AccessTarget } from '../../../domain/ownership/access-target.ts';
import type { OwnershipFacts } from '../../../domain/ownership/ownership-facts.ts';
import type { CommandServices } from '../command-definition.ts';
import { loadState } from '../execute-decider.ts';
import { beginnerOf, conversationOwnership } from './conversation-ownership.ts';

type Services = Pick<CommandServices, 'eventStore' | 'states'>;

/** What the log says of whose something is, beside grants, which belong to whoever asks. */
export type Ownership = Pick<OwnershipFacts, 'beginners' | 'shares'> & {
  /** The conversation that a question stands in. */
  readonly conversationId?: string;
  /** The data subject. */
  readonly subject?: string;
};

const ofConversation = async (conversationId: string, services: Services): Promise<Ownership | undefined> => {
  const { state, first } = await loadState(
    services,
    conversationOwnership,
    streamIdOf('conversation', conversationId),
  );
  if (!state.beginner) return undefined;
  const subject = first?.metadata.subject;
  return {
    beginners: [state.beginner],
    shares: [...state.shares.values()],
    ...(subject === undefined ? {} : { subject }),
  };
};

const ofQuery = async (queryId: string, services: Services): Promise<Ownership | undefined> => {
  const { events } = await services.eventStore.readStreamPage(streamIdOf('query', queryId), { limit: 1 });
  const [asked] = events;
  if (asked?.type !== queryAsked.type) return undefined;
  const { conversationId } = queryAsked.schema.parse(asked.data);
  const { subject } = asked.metadata;
  const about = {
    ...(conversationId === undefined ? {} : { conversationId }),
    ...(subject === undefined ? {} : { subject }),
  };
  const conversation =
    conversationId === undefined ? undefined : await ofConversation(conversationId, services);
  return {
    beginners: [beginnerOf(asked), ...(conversation?.beginners ?? [])],
    shares: conversation?.shares ?? [],
    ...about,
  };
};

/**
 * Whose a thing is, as the log stands now; `undefined` when there is no such thing. A question in a conversation is for
 * everybody whom the conversation is for.
 */
export const readOwnership = (target: AccessTarget, services: Services): Promise<Ownership | undefined> =>
  target.kind === 'conversation' ? ofConversation(target.id, services) : ofQuery(target.id, services);
