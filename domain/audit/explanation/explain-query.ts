import type { QueryEvent } from '../../consultation/query-events.ts';
import type { RecordedEvent } from '../../kernel/event.ts';
import type { ToolCallEvent } from '../../tools/tool-call-events.ts';
import type { AccessEvent } from '../access-events.ts';
import { checkExplanation } from './check-explanation.ts';
import { explainToolCall } from './explain-tool-call.ts';
import type {
  Ending,
  ExplainedModelCall,
  ExplainedReading,
  ExplainedReview,
  ExplainedRound,
  Explanation,
  Recorded,
} from './explanation.ts';

type RecordedOf<Type extends QueryEvent['type']> = RecordedEvent<Extract<QueryEvent, { type: Type }>>;
type Reading = RecordedEvent<Extract<AccessEvent, { type: 'AnswerRead' | 'ConversationRead' }>>;

const emptyRound = (round: number): ExplainedRound => ({
  round,
  screened: null,
  routed: null,
  searched: null,
  calls: [],
  waits: [],
  askedBack: null,
  reply: null,
});

/** The content of an event, timed from the instant of the question. */
const createEventRecorder =
  (askedAt: string) =>
  <Data extends { readonly queryId: string; readonly conversationId?: string | undefined }>(
    event: RecordedEvent & { readonly data: Data },
  ): Recorded<Data> => {
    const { queryId: _, conversationId: __, ...data } = event.data;
    return { ...data, ...placeOf(event, askedAt) };
  };

const placeOf = ({ position, recordedAt, metadata, erased }: RecordedEvent, askedAt: string) => ({
  position,
  at: recordedAt,
  milliseconds: Date.parse(recordedAt) - Date.parse(askedAt),
  by: metadata.actor,
  ...(erased ? { erased } : {}),
});

/** The rounds after one more event, which adds to the last of them. */
const addToRounds = (
  rounds: readonly ExplainedRound[],
  event: RecordedEvent<QueryEvent>,
  record: ReturnType<typeof createEventRecorder>,
): readonly ExplainedRound[] => {
  const last = rounds.at(-1) ?? emptyRound(1);
  const withLast = (change: Partial<ExplainedRound>): readonly ExplainedRound[] => [
    ...rounds.slice(0, -1),
    { ...last, ...change },
  ];
  switch (event.type) {
    case 'PhiScreened':
      return withLast({ screened: record(event as RecordedOf<'PhiScreened'>) });
    case 'QueryRouted':
      return withLast({ routed: record(event as RecordedOf<'QueryRouted'>) });
    case 'SourcesSearched':
      return withLast({ searched: record(event as RecordedOf<'SourcesSearched'>) });
    case 'ClarificationAsked':
      return withLast({ askedBack: record(event as RecordedOf<'ClarificationAsked'>) });
    case 'ClarificationAnswered':
      return [
        ...withLast({ reply: record(event as RecordedOf<'ClarificationAnswered'>) }),
        emptyRound(last.round + 1),
      ];
    case 'ModelCalled':
      return withLast({
        calls: [...last.calls, { ...record(event as RecordedOf<'ModelCalled'>), ended: null }],
      });
    case 'ModelCallEnded': {
      const ended = record(event as RecordedOf<'ModelCallEnded'>);
      const endCall = (call: ExplainedModelCall): ExplainedModelCall =>
        call.attempt === ended.attempt ? { ...call, ended } : call;
      return rounds.map((round) => ({ ...round, calls: round.calls.map(endCall) }));
    }
    case 'QueryAwaitsTools':
      return withLast({ waits: [...last.waits, record(event as RecordedOf<'QueryAwaitsTools'>)] });
    default:
      return rounds;
  }
};

const endingOf = (
  events: readonly RecordedEvent<QueryEvent>[],
  record: ReturnType<typeof createEventRecorder>,
): Ending | null => {
  for (const event of events) {
    switch (event.type) {
      case 'QueryAnswered':
        return { status: 'answered', ...record(event as RecordedOf<'QueryAnswered'>) };
      case 'QueryFailed':
        return { status: 'failed', ...record(event as RecordedOf<'QueryFailed'>) };
      case 'QueryCancelled':
        return { status: 'cancelled', ...record(event as RecordedOf<'QueryCancelled'>) };
      default:
    }
  }
  return null;
};

const statusOf = (ending: Ending | null, last: ExplainedRound | undefined): Explanation['status'] => {
  if (ending) return ending.status;
  return last?.askedBack ? 'clarifying' : 'pending';
};

const readingOf = (event: Reading, askedAt: string): ExplainedReading => ({
  ...placeOf(event, askedAt),
  of: event.type === 'AnswerRead' ? 'answer' : 'conversation',
  basis: event.data.basis ?? null,
  reason: event.data.reason ?? null,
});

/**
 * Reconstructs how a question was answered. Erased content reads as it does in the log.
 *
 * @param events the query's stream, from its beginning
 * @param readings of the answer and its conversation, in log order; readings from before the answer are left out
 * @param toolCalls the streams of its tool calls, each from its beginning
 * @returns `undefined` when the stream does not begin with a question
 */
export const explainQuery = (
  events: readonly RecordedEvent<QueryEvent>[],
  readings: readonly Reading[],
  toolCalls: readonly (readonly RecordedEvent<ToolCallEvent>[])[] = [],
): Explanation | undefined => {
  const [first] = events;
  if (first?.type !== 'QueryAsked') return undefined;
  const asked = first as RecordedOf<'QueryAsked'>;
  const { recordedAt: askedAt, data } = asked;
  const record = createEventRecorder(askedAt);
  const rounds = events.reduce<readonly ExplainedRound[]>(
    (before, event) => addToRounds(before, event, record),
    [emptyRound(1)],
  );
  const ending = endingOf(events, record);
  const explanation = {
    queryId: data.queryId,
    conversationId: data.conversationId ?? null,
    status: statusOf(ending, rounds.at(-1)),
    erased: [...events, ...toolCalls.flat()].some(({ erased }) => erased),
    asked: record(asked),
    rounds,
    ending,
    toolCalls: toolCalls.flatMap((call) => explainToolCall(call, askedAt) ?? []),
    usage: ending?.status === 'answered' ? (ending.usage ?? null) : null,
    feedback: events.flatMap((event) =>
      event.type === 'FeedbackGiven' ? [record(event as RecordedOf<'FeedbackGiven'>)] : [],
    ),
    reviews: events.flatMap((event): readonly ExplainedReview[] => {
      if (event.type === 'PhiDetectionDisputed')
        return [{ what: 'disputed', ...record(event as RecordedOf<'PhiDetectionDisputed'>) }];
      if (event.type === 'ReviewResolved')
        return [{ what: 'resolved', ...record(event as RecordedOf<'ReviewResolved'>) }];
      return [];
    }),
    readings: readings
      .filter(({ position }) => ending !== null && position > ending.position)
      .map((reading) => readingOf(reading, askedAt)),
  };
  return { ...explanation, findings: checkExplanation(explanation) };
};
