import { canonicalJson } from '../../domain/kernel/canonical-json.ts';
import type { NewEvent, RecordedEvent, StreamId } from '../../domain/kernel/event.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { EventStore } from '../../ports/event-store.ts';

const unused = (): never => {
  throw new Error('The in-memory log does not support this.');
};

const saysSame = (stored: RecordedEvent, event: NewEvent | undefined): boolean =>
  stored.type === event?.type && canonicalJson(stored.data) === canonicalJson(event.data);

/**
 * The log as used by commands, for unit tests: streams can be read, followed and appended to. It neither validates,
 * encrypts nor persists; the contract suite covers the guarantees of the real stores.
 */
export const createInMemoryEventStore = (): EventStore & { readonly events: readonly RecordedEvent[] } => {
  const events: RecordedEvent[] = [];
  let moved = Promise.withResolvers<void>();
  const streamOf = (streamId: StreamId) => events.filter((event) => event.streamId === streamId);

  return {
    events,
    append: async (streamId, appended, expected) => {
      const stored = appended.map(({ id }) => events.find((event) => event.id === id));
      const repeated = stored.at(-1);
      if (repeated && stored.every((event) => event?.streamId === streamId)) {
        if (!stored.every((event, index) => event !== undefined && saysSame(event, appended[index])))
          throw new Failure(
            failure('conflict', 'An event with this id but other content is already stored.'),
          );
        return { revision: repeated.revision, position: repeated.position };
      }
      const actual = streamOf(streamId).length - 1;
      const wanted = expected === 'no-stream' ? -1 : expected;
      if (wanted !== 'any' && wanted !== actual)
        throw new Failure(
          failure('conflict', 'Somebody was faster.', { details: { streamId, expected: wanted, actual } }),
        );
      for (const [index, event] of appended.entries())
        events.push({
          ...event,
          streamId,
          revision: actual + 1 + index,
          position: events.length + 1,
          schemaVersion: 1,
          recordedAt: new Date(events.length).toISOString(),
        });
      moved.resolve();
      moved = Promise.withResolvers();
      return { revision: actual + appended.length, position: events.length };
    },
    readStream: async function* (streamId, { fromRevision = 0, toPosition = Number.POSITIVE_INFINITY } = {}) {
      for (const event of streamOf(streamId).slice(fromRevision))
        if (event.position <= toPosition) yield event;
    },
    subscribeStream: async function* (streamId, afterRevision, signal, { types } = {}) {
      const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      for (let next = afterRevision + 1; !signal.aborted; ) {
        const waiting = moved.promise;
        for (const event of streamOf(streamId).slice(next)) {
          next = event.revision + 1;
          if (types === undefined || types.includes(event.type)) yield event;
        }
        await Promise.race([waiting, aborted]);
      }
    },
    head: async () => events.length,
    readStreamPage: async (streamId, { fromRevision = 0, limit = 100 } = {}) => ({
      events: streamOf(streamId).slice(fromRevision, fromRevision + limit),
      unreadable: [],
    }),
    readRanges: async function* (ranges, { toPosition = Number.POSITIVE_INFINITY } = {}) {
      yield {
        events: events.filter(
          ({ streamId, revision, position }) =>
            position <= toPosition &&
            ranges.some(
              (range) =>
                range.streamId === streamId && range.fromRevision <= revision && revision <= range.toRevision,
            ),
        ),
        unreadable: [],
      };
    },
    readAll: async function* (after, { filter } = {}) {
      for (const event of events.slice(after))
        if (filter?.types === undefined || filter.types.includes(event.type)) yield event;
    },
    readPage: async (after, limit, filter) => {
      const found = events
        .slice(after)
        .filter(({ type }) => filter?.types === undefined || filter.types.includes(type))
        .slice(0, limit);
      const scannedTo = found.length < limit ? events.length : (found.at(-1)?.position ?? after);
      return { events: found, unreadable: [], scannedTo, head: events.length };
    },
    readStored: unused,
    subscribe: unused,
    subscribePages: unused,
    positionAt: unused,
    recordedAt: unused,
  };
};
