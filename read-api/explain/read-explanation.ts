import type { AccessEvent } from '../../domain/audit/access-events.ts';
import { explainQuery } from '../../domain/audit/explanation/explain-query.ts';
import type { Explanation } from '../../domain/audit/explanation/explanation.ts';
import type { QueryEvent } from '../../domain/consultation/query-events.ts';
import type { RecordedEvent, StreamId } from '../../domain/kernel/event.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import type { ToolCallEvent } from '../../domain/tools/tool-call-events.ts';
import { type EventStore, inOrder, isUnreadable, wholeStream } from '../../ports/event-store.ts';

/** A query with its judgements has at most 520 events; of more accesses to an answer, only the last are shown. */
const MAX_EVENTS = 1000;

type Read = {
  readonly events: readonly RecordedEvent[];
  readonly unreadable: number;
  readonly isWhole: boolean;
};

const readWhole = async (
  streamId: StreamId,
  { readStreamPage }: Pick<EventStore, 'readStreamPage'>,
): Promise<Read> => {
  const page = await readStreamPage(streamId, { fromRevision: 0, limit: MAX_EVENTS });
  const all = inOrder(page);
  return {
    events: all.flatMap((event) => (isUnreadable(event) ? [] : [event])),
    unreadable: all.filter(isUnreadable).length,
    isWhole: page.next === undefined,
  };
};

/** An explanation, with the subjects of its content and its omissions. */
export type ReadExplanation = {
  readonly explanation: Explanation;
  readonly subjects: readonly string[];
  /** Events that this version of the program cannot read. */
  readonly unreadable: number;
  /** Whether there were more accesses than are shown. */
  readonly moreReadings: boolean;
};

const toolCallsOf = ({ data }: RecordedEvent<QueryEvent>): readonly string[] =>
  'toolCallIds' in data ? data.toolCallIds : [];

/**
 * Explains a query from its stream, its tool calls' streams, and the recorded accesses to its answer and its
 * conversation; nothing else is read.
 */
export const readExplanation = async (
  queryId: string,
  eventStore: Pick<EventStore, 'readStreamPage' | 'readRanges'>,
): Promise<ReadExplanation | undefined> => {
  const query = await readWhole(streamIdOf('query', queryId), eventStore);
  // Streams of this category hold only query events, validated when read.
  const events = query.events as readonly RecordedEvent<QueryEvent>[];
  const [asked] = events;
  if (asked?.type !== 'QueryAsked') return undefined;
  const { conversationId } = asked.data as Extract<QueryEvent, { type: 'QueryAsked' }>['data'];
  const places = [
    streamIdOf('access', `query-${queryId}`),
    ...(conversationId === undefined ? [] : [streamIdOf('access', `conversation-${conversationId}`)]),
  ];
  const readings = await Promise.all(places.map((place) => readWhole(place, eventStore)));
  const toolCallIds = events.flatMap((event) =>
    event.type === 'QueryAwaitsTools' ? [...toolCallsOf(event)] : [],
  );
  const toolCalls = new Map<string, RecordedEvent[]>();
  let unreadable = query.unreadable;
  for await (const page of eventStore.readRanges(
    toolCallIds.map((id) => wholeStream(streamIdOf('tool_call', id))),
  )) {
    for (const event of page.events)
      toolCalls.set(event.streamId, [...(toolCalls.get(event.streamId) ?? []), event]);
    unreadable += page.unreadable.length;
  }
  const explanation = explainQuery(
    events,
    readings
      .flatMap((read) => read.events)
      .filter((event) => event.type === 'AnswerRead' || event.type === 'ConversationRead')
      .sort((one, other) => one.position - other.position) as readonly RecordedEvent<
      Extract<AccessEvent, { type: 'AnswerRead' | 'ConversationRead' }>
    >[],
    // As with the query's own stream.
    toolCallIds.map(
      (id) => (toolCalls.get(streamIdOf('tool_call', id)) ?? []) as readonly RecordedEvent<ToolCallEvent>[],
    ),
  );
  return (
    explanation && {
      explanation,
      subjects: [...new Set(events.flatMap(({ metadata }) => metadata.subject ?? []))],
      unreadable,
      moreReadings: readings.some(({ isWhole }) => !isWhole),
    }
  );
};
