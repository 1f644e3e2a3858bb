import { z } from 'zod';
import { answerPreferencesSchema, preferencesFor } from '../domain/consultation/answer-preferences.ts';
import type { ClinicalContext } from '../domain/consultation/clinical-context.ts';
import {
  type ConversationState,
  conversationDecider,
  type PreviousQuestion,
} from '../domain/consultation/conversation-decider.ts';
import type { ConversationEvent } from '../domain/consultation/conversation-events.ts';
import { MAX_QUESTIONS_BEFORE } from '../domain/consultation/follow-up/read-follow-up.ts';
import { hasPatientContext } from '../domain/consultation/has-patient-context.ts';
import { mergeClinicalContext, statedContextSchema } from '../domain/consultation/merge-clinical-context.ts';
import { queryDecider } from '../domain/consultation/query-decider.ts';
import { sourceNames } from '../domain/consultation/sources/source-name.ts';
import { Failure, failure, unwrap } from '../domain/kernel/failure.ts';
import { streamIdOf, uuidSchema } from '../domain/kernel/identifiers.ts';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';
import { responsibleUserId } from '../domain/kernel/responsible-user-id.ts';
import { querySubject, subjectSchema } from '../domain/privacy/data-subject.ts';
import { searchFiltersSchema } from '../domain/retrieval/search-filters.ts';
import { mayHoldPhi } from '../ports/phi-detector.ts';
import { awaitQuery, queryDisclosure, queryEndings } from './awaiting/await-query.ts';
import { preferencesOf } from './lookups/preferences-of.ts';
import type { CommandContext } from './runtime/command-context.ts';
import { type CommandServices, defineCommand } from './runtime/command-definition.ts';
import { eventMetadataOf } from './runtime/event-metadata.ts';
import { executeDecider, loadState, notStarted } from './runtime/execute-decider.ts';

const DEFAULT_CITATIONS = 5;

const ids = z.object({ queryId: uuidSchema });

type Setting = {
  readonly subject?: string;
  readonly clinicalContext?: ClinicalContext;
  readonly conversation?: ConversationState;
  /** The last questions of the conversation, oldest first. */
  readonly before?: readonly PreviousQuestion[];
};

const noSetting: Setting = {};

/**
 * The parts of a conversation that a question depends on: its subject, whose key encrypts the question, its clinical
 * context, and its earlier questions.
 */
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
 * The clinical context of this question: the conversation's, merged with what the question states. `undefined` when
 * it is empty.
 */
const contextOfQuestion = (
  { clinicalContext: known = {} }: Setting,
  said: z.output<typeof statedContextSchema> = {},
): ClinicalContext | undefined => {
  const merged = mergeClinicalContext(known, said);
  return Object.keys(merged).length === 0 ? undefined : merged;
};

type QuestionSource = {
  readonly context: CommandContext;
  readonly about: { readonly phi: boolean; readonly subject?: string };
};

/**
 * Adds a question to its conversation before it is asked, so that the next question can refer to it whatever its
 * outcome. Questions asked at the same moment are added in any order, so none waits for another.
 */
const appendQuestionToConversation = async (
  events: readonly ConversationEvent[],
  conversationId: string,
  { context, about }: QuestionSource,
  { eventStore, identity, recordedBefore }: CommandServices,
): Promise<void> => {
  if (events.length === 0) return;
  const streamId = streamIdOf('conversation', conversationId);
  const before = await recordedBefore?.(streamId);
  if (before !== undefined && before.length > 0) return;
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

/** The questions before this one. When the command is repeated, the conversation already contains it. */
const questionsBefore = (
  before: readonly PreviousQuestion[],
  queryId: string,
): readonly PreviousQuestion[] => {
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
      .refine((text) => text.trim().length > 0, 'must contain a question'),
    conversationId: uuidSchema.optional(),
    /** Only outside a conversation, which has its own subject. */
    subject: subjectSchema.optional(),
    filters: searchFiltersSchema.default({}),
    /** The most passages to cite. */
    limit: z.int().min(1).max(20).default(DEFAULT_CITATIONS),
    /** The clinical context for this question only; the conversation's own stays unchanged. */
    clinicalContext: statedContextSchema.optional(),
    /** Overrides of the person's answer preferences, for this question only. */
    preferences: answerPreferencesSchema.optional(),
    /** The only sources to search for this question. */
    sourcesWanted: z
      .array(z.enum(sourceNames))
      .min(1)
      .max(sourceNames.length)
      .refine((names) => new Set(names).size === names.length, 'must name each source once')
      .optional(),
  }),
  handle: async (input, context, services) => {
    const { question, conversationId, subject, filters, limit, sourcesWanted } = input;
    const queryId = services.identity.derivedId(context.commandId, 'query');
    const [setting, screening, { state: stored }] = await Promise.all([
      conversationId === undefined ? noSetting : settingOf(conversationId, services),
      services.phiDetector.screen(question),
      preferencesOf(responsibleUserId(context.actor), services),
    ]);
    const phi = mayHoldPhi(screening);
    const clinicalContext = contextOfQuestion(setting, input.clinicalContext);
    const preferences = preferencesFor(stored, input.preferences ?? {});
    const before = questionsBefore(setting.before ?? [], queryId);
    if (conversationId !== undefined && setting.conversation) {
      const command = { type: 'ContinueConversation', queryId, question, phi } as const;
      const events = unwrap(conversationDecider.decide(command, setting.conversation));
      const about = { phi, ...omitUndefined({ subject: setting.subject }) };
      await appendQuestionToConversation(events, conversationId, { context, about }, services);
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
          ...omitUndefined({ conversationId, clinicalContext, sourcesWanted }),
          ...(Object.keys(preferences).length === 0 ? {} : { preferences }),
          ...(before.length === 0 ? {} : { questionsBefore: before.map((asked) => asked.question) }),
        },
      ],
      context,
      services,
      seen: notStarted(queryDecider),
      subject: setting.subject ?? querySubject(queryId, subject),
      phi: hasPatientContext(clinicalContext) || phi || before.some((asked) => asked.phi),
    });
    return { streamId, revision, position, ids: { queryId }, startedAt: `/api/queries/${queryId}` };
  },
  process: {
    endings: queryEndings,
    optional: false,
    awaitEnd: awaitQuery,
    disclosureOf: queryDisclosure,
  },
});
