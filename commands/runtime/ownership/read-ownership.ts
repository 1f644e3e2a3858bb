import { queryAsked } from '../../../domain/consultation/query-events.ts';
import { streamIdOf } from '../../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { AccessTarget } from '../../../domain/ownership/access-target.ts';
import type { OwnershipFacts } from '../../../domain/ownership/ownership-facts.ts';
import { toolCallRequested } from '../../../domain/tools/tool-call-events.ts';
import type { CommandServices } from '../command-definition.ts';
import { loadState } from '../execute-decider.ts';
import { conversationOwnership, creatorOf } from './conversation-ownership.ts';

type Services = Pick<CommandServices, 'eventStore' | 'states'>;

/** The ownership of a target in the log, without grants, which belong to the caller. */
export type Ownership = Pick<OwnershipFacts, 'creators' | 'shares'> & {
  /** The conversation that a question is part of. */
  readonly conversationId?: string;
  /** The data subject. */
  readonly subject?: string;
};

/** The creators and shares of a conversation; `undefined` when it does not exist. */
export const readConversationOwnership = async (
  conversationId: string,
  services: Services,
): Promise<Ownership | undefined> => {
  const { state, first } = await loadState(
    services,
    conversationOwnership,
    streamIdOf('conversation', conversationId),
  );
  if (!state.beginner) return undefined;
  return {
    creators: [state.beginner],
    shares: [...state.shares.values()],
    ...omitUndefined({ subject: first?.metadata.subject }),
  };
};

/** The creators of a question, apart from its conversation; they never change. `undefined` when it does not exist. */
export const readQuestionOwnership = async (
  queryId: string,
  { eventStore }: Pick<Services, 'eventStore'>,
): Promise<Ownership | undefined> => {
  const { events } = await eventStore.readStreamPage(streamIdOf('query', queryId), { limit: 1 });
  const [asked] = events;
  if (asked?.type !== queryAsked.type) return undefined;
  const { conversationId } = queryAsked.schema.parse(asked.data);
  return {
    creators: [creatorOf(asked)],
    shares: [],
    ...omitUndefined({ conversationId, subject: asked.metadata.subject }),
  };
};

/**
 * The creators of a tool call, which never change; `undefined` when it does not exist. A call belongs to the person
 * for whom it is made, even if a model or a voice client sends it; a service that started the question also owns its
 * calls.
 */
export const readToolCallOwnership = async (
  toolCallId: string,
  services: Pick<Services, 'eventStore'>,
): Promise<Ownership | undefined> => {
  const { events } = await services.eventStore.readStreamPage(streamIdOf('tool_call', toolCallId), {
    limit: 1,
  });
  const [first] = events;
  if (first?.type !== toolCallRequested.type) return undefined;
  const { queryId, conversationId, requestedBy } = toolCallRequested.schema.parse(first.data);
  const question = queryId === undefined ? undefined : await readQuestionOwnership(queryId, services);
  return {
    creators: [
      { owner: requestedBy, begunBy: first.metadata.actor.id },
      ...(question?.creators ?? []).filter(({ owner }) => owner === requestedBy),
    ],
    shares: [],
    ...omitUndefined({ conversationId, subject: first.metadata.subject }),
  };
};

/** The ownership of a question in a conversation: everyone who may access the conversation may access the question. */
export const inConversation = (question: Ownership, conversation: Ownership | undefined): Ownership =>
  conversation === undefined
    ? question
    : {
        ...question,
        creators: [...question.creators, ...conversation.creators],
        shares: conversation.shares,
      };

/** The current ownership of a target; `undefined` if it does not exist. */
export const readOwnership = async (
  { kind, id }: AccessTarget,
  services: Services,
): Promise<Ownership | undefined> => {
  if (kind === 'conversation') return readConversationOwnership(id, services);
  if (kind === 'tool_call') return readToolCallOwnership(id, services);
  const question = await readQuestionOwnership(id, services);
  return question?.conversationId === undefined
    ? question
    : inConversation(question, await readConversationOwnership(question.conversationId, services));
};
