import { z } from 'zod';
import type { ClinicalContext } from '../domain/consultation/clinical-context.ts';
import { conversationDecider } from '../domain/consultation/conversation-decider.ts';
import { queryDecider } from '../domain/consultation/query-decider.ts';
import { queryAnswered, queryFailed } from '../domain/consultation/query-events.ts';
import { defined } from '../domain/kernel/defined.ts';
import type { RecordedEvent } from '../domain/kernel/event.ts';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { streamIdOf, uuidSchema } from '../domain/kernel/identifiers.ts';
import { querySubject, subjectSchema } from '../domain/privacy/data-subject.ts';
import { searchFiltersSchema } from '../domain/retrieval/search-filters.ts';
import { awaitInStream } from './runtime/await-in-stream.ts';
import { type CommandServices, defineCommand, type Ended } from './runtime/command-definition.ts';
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

type Setting = { readonly subject?: string; readonly clinicalContext?: ClinicalContext };

/** What a conversation brings to a question: whose key encrypts it, and what is known about the patient. */
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
  };
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
        },
      ],
      context,
      services,
      seen: notStarted(queryDecider),
      subject: setting.subject ?? querySubject(queryId, subject),
      phi: setting.clinicalContext !== undefined || (await services.phiDetector.screen(question)).detected,
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
