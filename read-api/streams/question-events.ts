import { queryAwaitsTools, queryEvents } from '../../domain/consultation/query-events.ts';
import type { Position, RecordedEvent, Revision, StreamId } from '../../domain/kernel/event.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { toolCallEvents } from '../../domain/tools/tool-call-events.ts';
import { toolCallEndTypes } from '../../domain/tools/tool-call-state.ts';
import type { EventStore } from '../../ports/event-store.ts';

/** A followed stream, and the position up to which it has been passed on. */
type Followed = {
  readonly streamId: StreamId;
  readonly types: readonly string[];
  revision: Revision | -1;
  /** True when the call has ended and no more events follow. */
  isOver: boolean;
};

/** The events of a question and its tool calls, merged in log order. */
export type QuestionEvents = {
  /** The events up to a position that were not passed on yet. */
  readonly upTo: (position: Position) => Promise<readonly RecordedEvent[]>;
  /** The events from then on, until the signal aborts. */
  readonly live: (signal: AbortSignal) => AsyncGenerator<RecordedEvent>;
};

const queryTypes = queryEvents.map(({ type }) => type);
const toolCallTypes = toolCallEvents.map(({ type }) => type);

/** A question has at most sixteen calls, eight in each of two rounds, so each stream is followed separately. */
export const createQuestionEvents = (
  queryStream: StreamId,
  { readStream, subscribeStream }: Pick<EventStore, 'readStream' | 'subscribeStream'>,
): QuestionEvents => {
  const followed: Followed[] = [{ streamId: queryStream, types: queryTypes, revision: -1, isOver: false }];

  const takeIn = (of: Followed, event: RecordedEvent): void => {
    of.revision = event.revision;
    if (toolCallEndTypes.includes(event.type)) of.isOver = true;
    if (event.type !== queryAwaitsTools.type) return;
    for (const toolCallId of queryAwaitsTools.schema.parse(event.data).toolCallIds) {
      const streamId = streamIdOf('tool_call', toolCallId);
      if (followed.some((one) => one.streamId === streamId)) continue;
      followed.push({ streamId, types: toolCallTypes, revision: -1, isOver: false });
    }
  };

  // Everything up to the position of the event that just arrived can be read: no earlier event of another stream
  // arrives later.
  const upTo = async (position: Position): Promise<readonly RecordedEvent[]> => {
    const events: RecordedEvent[] = [];
    // The list grows while it is traversed, by the calls found.
    for (const one of followed) {
      if (one.isOver) continue;
      for await (const event of readStream(one.streamId, {
        fromRevision: one.revision + 1,
        toPosition: position,
      })) {
        takeIn(one, event);
        if (one.types.includes(event.type)) events.push(event);
      }
    }
    return events.sort((one, other) => one.position - other.position);
  };

  async function* live(signal: AbortSignal): AsyncGenerator<RecordedEvent> {
    const iterators = new Map<Followed, AsyncIterator<RecordedEvent>>();
    type Arrival = { readonly of: Followed; readonly result: IteratorResult<RecordedEvent> };
    const arrivals = new Map<Followed, Promise<Arrival>>();
    const ask = (of: Followed, iterator: AsyncIterator<RecordedEvent>): void => {
      const arrival = iterator.next().then((result) => ({ of, result }));
      // An error is reported when its turn comes, or dropped after the end.
      arrival.catch(() => {});
      arrivals.set(of, arrival);
    };
    const leave = (of: Followed): void => {
      arrivals.delete(of);
      // Not awaited: the iterator may be waiting for its next event, and ends by the signal.
      void iterators
        .get(of)
        ?.return?.()
        ?.catch(() => {});
    };
    try {
      for (;;) {
        for (const one of followed) {
          if (one.isOver && arrivals.has(one)) leave(one);
          if (one.isOver || iterators.has(one)) continue;
          const iterator = subscribeStream(one.streamId, one.revision, signal, { types: one.types })[
            Symbol.asyncIterator
          ]();
          iterators.set(one, iterator);
          ask(one, iterator);
        }
        const { of, result } = await Promise.race(arrivals.values());
        if (result.done) return;
        const event = result.value;
        const iterator = iterators.get(of);
        if (iterator) ask(of, iterator);
        if (event.revision <= of.revision) continue;
        if (followed.length === 1) {
          takeIn(of, event);
          yield event;
        } else yield* await upTo(event.position);
      }
    } finally {
      for (const one of iterators.keys()) leave(one);
    }
  }

  return { upTo, live };
};
