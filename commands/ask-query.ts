import { z } from 'zod';
import type { ClinicalContext } from '../domain/consultation/clinical-context.ts';
import {
  type AskedBefore,
  type ConversationState,
  conversationDecider,
} from '../domain/consultation/conversation-decider.ts';
import type { ConversationEvent } from '../domain/consultation/conversation-events.ts';
import { MAX_QUESTIONS_BEFORE } from '../domain/consultation/follow-up/read-follow-up.ts';
import { queryDecider } from '../domain/consultation/query-decider.ts';
import { queryAnswered, queryFailed } from '../domain/consultation/query-events.ts';
import { defined } from '../domain/kernel/defined.ts';
import type { RecordedEvent } from '../domain/kernel/event.ts';
import { Failure, failure, unwrap } from '../domain/kernel/failure.ts';
import { streamIdOf, uuidSchema } from '../domain/kernel/identifiers.ts';
import { querySubject, subjectSchema } from '../domain/privacy/data-subject.ts';
import { searchFiltersSchema } from '../domain/retrieval/search-filters.ts';
import { awaitInStream } from './runtime/await-in-stream.ts';
import type { CommandContext } from './runtime/command-context.ts';
import { type CommandServices, defineCommand, type Ended } from './runtime/command-definition.ts';
import { eventMetadataOf } from './runtime/event-metadata.ts';
import { executeDecider, loadState, notStarted } from './runtime/execute-decider.ts';

const DEFAULT_CITATIONS = 5;

const ids = z.object({ queryId: uuidSchema });

const endings = [
  queryAnswered.schema.strip().extend({ status: z.literal('answered') }),
  queryFailed.schema.strip().extend({ status: z.literal('failed') }),
] as const;

const endOf = ({
  type,
  data,
  revision,
  position,
}: RecordedEvent): Ended<z.output<(typeof endings)[number]>> =>
  type === queryAnswered.type
    ? { ...queryAnswered.schema.parse(data), status: 'answered', revision, position }
    : { ...queryFailed.schema.parse(data), status: 'failed', revision, position };

type Setting = {
  readonly subject?: string;
  readonly clinicalContext?: ClinicalContext;
  readonly conversation?: ConversationState;
  /** The last questions of the conversation, oldest first. */
  readonly before?: readonly AskedBefore[];
};

/** What a conversation brings to a question: whose key encrypts it, what is known about the patient, what it may lean on. */
const settingOf = async (conversationId: string, services: CommandServices): Promise<Setting> => {
  const { state, first } = await loadState(
    services,
    conversationDecider,
    streamIdOf('conversation', conversationId),
  );
  if (state.status === 'unknown') {
    throw new Failure(failure('not_found', 'There is no conversation with this id.'));
  }
  const known = Object.keys(state.clinicalContext).length > 0;
  return {
    ...(first?.metadata.subject === undefined ? {} : { subject: first.metadata.subject }),
    ...(known ? { clinicalContext: state.clinicalContext } : {}),
    conversation: state,
    before: state.questions,
  };
};

/**
 * Takes a question down in its conversation, before it is asked: the next one may lean on it whatever becomes of it.
 * Questions that are asked at the same moment follow in any order, so none has to wait for another.
 */
const takeDown = async (
  events: readonly ConversationEvent[],
  conversationId: string,
  context: CommandContext,
  { eventStore, identity }: CommandServices,
  about: { readonly phi: boolean; readonly subject?: string },
): Promise<void> => {
  if (events.length === 0) return;
  const streamId = streamIdOf('conversation', conversationId);
  const metadata = eventMetadataOf(context, about);
  await eventStore.append(
    streamId,
    events.map((event, at) => ({
      ...event,
      id: identity.derivedId(context.commandId, `${streamId}/${at}`),
      metadata,
    })),
    'any',
    context.fence ? { fence: context.fence } : {},
  );
};

/** Those before a question; a command that is repeated finds it taken down already. */
const questionsBefore = (before: readonly AskedBefore[], queryId: string): readonly AskedBefore[] => {
  const at = before.findIndex((asked) => asked.queryId === queryId);
  return (at < 0 ? before : before.slice(0, at)).slice(-MAX_QUESTIONS_BEFORE);
};

export const askQuery = defineCommand({
  name: 'AskQuery',
  summary: 'Asks a question. The answer is composed in the background; `Prefer: wait` waits for it.',
  permission: 'queries:ask',
  acceptsFile: false,
  ownership: 'contribute',
  target: ({ conversationId }) =>
    conversationId === undefined ? undefined : { kind: 'conversation', id: conversationId },
  discloses: ['AnswerRead'],
  ids,
  input: z.strictObject({
    question: z
      .string()
      .max(10_000)
      .refine((text) => text.trim().length > 0, 'must hold a question'),
    conversationId: uuidSchema.optional(),
    /** Only outside a conversation, which has a subject of its own. */
    subject: subjectSchema.optional(),
    filters: searchFiltersSchema.default({}),
    /** The most passages to cite. */
    limit: z.int().min(1).max(20).default(DEFAULT_CITATIONS),
  }),
  handle: async ({ question, conversationId, subject, filters, limit }, context, services) => {
    const setting = conversationId === undefined ? {} : await settingOf(conversationId, services);
    const queryId = services.identity.derivedId(context.commandId, 'query');
    const { detected: phi } = await services.phiDetector.screen(question);
    const before = questionsBefore(setting.before ?? [], queryId);
    if (conversationId !== undefined && setting.conversation) {
      const command = { type: 'ContinueConversation', queryId, question, phi } as const;
      const events = unwrap(conversationDecider.decide(command, setting.conversation));
      const about = { phi, ...defined({ subject: setting.subject }) };
      await takeDown(events, conversationId, context, services, about);
    }
    const { streamId, revision, position } = await executeDecider({
      decider: queryDecider,
      streamId: streamIdOf('query', queryId),
      commands: [
        {
          type: 'AskQuery',
          queryId,
          question,
          filters,
          limit,
          ...defined({ conversationId, clinicalContext: setting.clinicalContext }),
          ...(before.length === 0 ? {} : { questionsBefore: before.map((asked) => asked.question) }),
        },
      ],
      context,
      services,
      seen: notStarted(queryDecider),
      subject: setting.subject ?? querySubject(queryId, subject),
      phi: setting.clinicalContext !== undefined || phi || before.some((asked) => asked.phi),
    });
    return { streamId, revision, position, ids: { queryId }, startedAt: `/api/queries/${queryId}` };
  },
  process: {
    endings,
    optional: false,
    awaitEnd: ({ streamId, revision: after }, services, signal) =>
      awaitInStream(
        { streamId, after, types: [queryAnswered.type, queryFailed.type], endingOf: endOf },
        services,
        signal,
      ),
    disclosureOf: ({ ids: { queryId } }) => ({
      type: 'AnswerRead',
      data: { queryId: uuidSchema.parse(queryId) },
    }),
  },
});
