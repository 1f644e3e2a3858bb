import type { NewEvent, Position, Revision, StreamId } from '../../../domain/kernel/event.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { AppendMonitor } from '../../../ports/append-monitor.ts';
import { coalesceCalls } from '../../../ports/coalesce-calls.ts';
import type { Database } from '../../../ports/database.ts';
import {
  type AppendOptions,
  type AppendResult,
  type EventFilter,
  type EventStore,
  type ExpectedRevision,
  type LogPage,
  type ReadAllOptions,
  type ReadStreamOptions,
  type ReadStreamPageOptions,
  type StoredEvent,
  type StreamPage,
  unreadableFailure,
} from '../../../ports/event-store.ts';
import { leaseLost } from '../../../ports/leases.ts';
import type { Logger } from '../../../ports/logger.ts';
import { type Metrics, silentMetrics } from '../../../ports/metrics.ts';
import type { DecodedEvent } from '../event-serialization/decoded-event.ts';
import type { EventSerializer } from '../event-serialization/event-serializer.ts';
import { subjectErased } from '../event-serialization/subject-erased.ts';
import { type AppendRequest, createAppendCoalescer } from './append-coalescer.ts';
import { type AppendLimits, checkCount, checkedBytes, defaultAppendLimits } from './append-limits.ts';
import { appendedEvents } from './appended-events.ts';
import { createDecodeOnce } from './decode-once.ts';
import type { LogBackend } from './log-backend.ts';
import { createLogTail } from './log-tail.ts';
import { createPostgresBackend } from './postgres-backend.ts';
import { createStreamSubscriptions } from './stream-subscriptions.ts';
import type { WakeUps } from './wake-ups.ts';

type EventStoreOptions = {
  readonly serializer: EventSerializer;
  readonly logger: Logger;
  readonly metrics?: Metrics;
  /** Milliseconds between looks at the log when no notification comes. */
  readonly pollInterval?: number;
  readonly limits?: Partial<AppendLimits>;
  /** Beside the notifications of the database. */
  readonly wakeUps?: WakeUps;
};

export type PostgresEventStore = EventStore &
  AppendMonitor & {
    /** Drops what is in memory decrypted. Call it when a key was destroyed. */
    readonly forgetDecoded: () => void;
    readonly close: () => Promise<void>;
  };

const DEFAULT_PAGE = 1000;
/** What live subscribers may lag behind without reading the log each for itself. */
const TAIL_EVENTS = 2000;
const TAIL_BYTES = 16 * 1024 * 1024;

const otherContent = (streamId: StreamId, { id, revision }: StoredEvent): Failure =>
  new Failure(
    failure('conflict', 'An event with this id is stored already, and says something else.', {
      details: { streamId, eventId: id, actual: revision },
    }),
  );

const conflict = (streamId: StreamId, expected: ExpectedRevision, actual: Revision): Failure =>
  new Failure(
    failure(
      'conflict',
      actual < 0
        ? `The stream does not exist, but revision ${expected} was expected.`
        : `The stream is at revision ${actual}, but ${expected === 'no-stream' ? 'it was expected not to exist' : `${expected} was expected`}. Read it again and retry.`,
      { details: { streamId, expected, actual } },
    ),
  );

/** Whether an event passes a filter; the in-memory twin of the SQL conditions. */
const passes = (filter: EventFilter | undefined): ((event: StoredEvent) => boolean) => {
  if (!filter) return () => true;
  const types = filter.types && new Set(filter.types);
  const categories = filter.categories?.map((category) => `${category}-`);
  return (event) =>
    (!types || types.has(event.type)) &&
    (!categories || categories.some((prefix) => event.streamId.startsWith(prefix)));
};

const sorted = (decoded: readonly DecodedEvent[]): Pick<LogPage, 'events' | 'unreadable'> => ({
  events: decoded.flatMap((one) => (one.readable ? [one.event] : [])),
  unreadable: decoded.flatMap((one) => (one.readable ? [] : [one.event])),
});

/** The events of a page in order up to a position; ends with the failure of the first one that cannot be read. */
function* upToUnreadable(
  { events, unreadable: [first] }: Pick<LogPage, 'events' | 'unreadable'>,
  end = Number.POSITIVE_INFINITY,
) {
  for (const event of events) {
    if (event.position > Math.min(end, first?.position ?? end)) break;
    yield event;
  }
  if (first && first.position <= end) throw unreadableFailure(first);
}

/** The promises of the log over whatever keeps its events. */
export const createEventStoreOn = async (
  backend: LogBackend,
  options: EventStoreOptions,
): Promise<PostgresEventStore> => {
  const { serializer, logger, metrics = silentMetrics } = options;
  const limits = { ...defaultAppendLimits, ...options.limits };
  const { stored } = backend;

  const readPage = async (after: Position, limit: number, filter?: EventFilter): Promise<LogPage> => {
    const { events, scannedTo, head } = await stored.readLog(after, limit, filter);
    return { ...sorted(await serializer.decode(events)), scannedTo, head };
  };

  const live = createDecodeOnce(serializer.decode);
  const tail = createLogTail({
    readPage: stored.readLog,
    pollInterval: options.pollInterval ?? 500,
    capacity: TAIL_EVENTS,
    capacityBytes: TAIL_BYTES,
    logger,
  });
  const coalescer = createAppendCoalescer(
    async (requests) => {
      const outcomes = await backend.write(requests);
      // Once for all of a batch: whoever follows the log is woken once for them.
      if (backend.tellsInstants) tail.feed(appendedEvents(requests, outcomes));
      else for (const one of outcomes) if (one.outcome === 'appended') tail.hint(one.position);
      const last = Math.max(...outcomes.map((one) => (one.outcome === 'appended' ? one.position : 0)));
      if (last > 0) options.wakeUps?.tell(last);
      return outcomes;
    },
    limits,
    metrics,
  );
  /** The end of the log as far as this process knows: complete on an embedded database, which is its own. */
  let knownHead: Position = 0;
  const stopListening = await backend.listen((payload) => {
    const position = Number(payload);
    // An empty payload follows a reconnection: something may have been missed.
    if (Number.isSafeInteger(position)) knownHead = Math.max(knownHead, position);
    tail.hint(payload === '' || !Number.isSafeInteger(position) ? undefined : position);
  });

  const stopHearing = await options.wakeUps?.hear(tail.hint);

  // Every question asks for it, to search what was there when it was asked.
  const lookForHead = coalesceCalls(async (): Promise<Position> => {
    knownHead = Math.max(knownHead, await backend.readHead());
    return knownHead;
  });
  const readHead = async (): Promise<Position> =>
    backend.isOwn && knownHead > 0 ? knownHead : lookForHead();

  /** An append under stored ids with other content is no repeat: taking it for one would lose its events. */
  const compareWithStored = async (streamId: StreamId, events: readonly NewEvent[]): Promise<void> => {
    const byId = new Map(events.map((event) => [event.id.toLowerCase(), event]));
    for (const row of await stored.readByIds([...byId.keys()])) {
      const event = byId.get(row.id);
      if (!event || !(await serializer.says(row, event))) throw otherContent(streamId, row);
    }
  };

  const append = async (
    streamId: StreamId,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
    { fence }: AppendOptions = {},
  ): Promise<AppendResult> => {
    checkCount(events, limits);
    const serialized = await serializer.serialize(events);
    const request: AppendRequest = {
      streamId,
      expected,
      events: serialized,
      bytes: checkedBytes(serialized, limits),
      ...(fence ? { fence } : {}),
    };
    const outcome = await coalescer.append(request);
    if (outcome.outcome === 'lease_lost') throw leaseLost(outcome.fence);
    if (outcome.outcome === 'erased') throw subjectErased(events.map(({ type }) => type).join(', '));
    if (outcome.outcome === 'conflict') throw conflict(streamId, expected, outcome.actual);
    if (outcome.outcome === 'repeated') {
      await compareWithStored(streamId, events);
      // What was committed unseen at the first attempt has not been fed.
      tail.hint(outcome.position);
    }
    knownHead = Math.max(knownHead, outcome.position);
    return { revision: outcome.revision, position: outcome.position };
  };

  const readStreamPage = async (
    streamId: StreamId,
    { fromRevision = 0, toPosition, limit = DEFAULT_PAGE }: ReadStreamPageOptions = {},
  ): Promise<StreamPage> => {
    const { events, next } = await stored.readStream(streamId, { fromRevision, toPosition }, limit);
    return { ...sorted(await serializer.decode(events)), ...omitUndefined({ next }) };
  };

  async function* readStream(streamId: StreamId, options: ReadStreamOptions = {}) {
    let next = options.fromRevision;
    do {
      const page = await readStreamPage(streamId, {
        ...options,
        ...omitUndefined({ fromRevision: next }),
      });
      yield* upToUnreadable(page);
      next = page.next;
    } while (next !== undefined);
  }

  async function* readAll(
    after: Position,
    { filter, toPosition, batchSize = DEFAULT_PAGE }: ReadAllOptions = {},
  ) {
    let from = after;
    let end = toPosition;
    for (;;) {
      const page = await readPage(from, batchSize, filter);
      end = Math.min(end ?? page.head, page.head);
      yield* upToUnreadable(page, end);
      if (page.scannedTo >= end || page.scannedTo <= from) return;
      from = page.scannedTo;
    }
  }

  async function* subscribePages(
    after: Position,
    filter: EventFilter | undefined,
    signal: AbortSignal,
    pageSize = DEFAULT_PAGE,
  ): AsyncGenerator<LogPage> {
    const matches = passes(filter);
    let from = after;
    /** The next page of history is read and decrypted while the subscriber works on the one that it has. */
    let ahead: { readonly after: Position; readonly page: Promise<LogPage> } | undefined;
    const readAhead = (position: Position): void => {
      const page = readPage(position, pageSize, filter);
      // Whoever takes it hears of the failure; perhaps nobody does.
      page.catch(() => {});
      ahead = { after: position, page };
    };
    while (!signal.aborted && !tail.isClosed()) {
      const recent = tail.after(from);
      if (recent) {
        const considered = recent.slice(0, pageSize);
        const last = considered.at(-1);
        if (last) {
          const page = sorted(await live.decode(considered.filter(matches)));
          yield { ...page, scannedTo: last.position, head: tail.head() };
          from = last.position;
          continue;
        }
      } else {
        const page = await (ahead?.after === from ? ahead.page : readPage(from, pageSize, filter));
        ahead = undefined;
        if (page.scannedTo > from) {
          if (page.scannedTo < page.head) readAhead(page.scannedTo);
          yield page;
          from = page.scannedTo;
          continue;
        }
      }
      await tail.waitBeyond(from, signal);
    }
  }

  async function* subscribe(after: Position, filter: EventFilter | undefined, signal: AbortSignal) {
    for await (const page of subscribePages(after, filter, signal)) {
      for (const event of upToUnreadable(page)) {
        if (signal.aborted) return;
        yield event;
      }
    }
  }

  const subscribeToStored = createStreamSubscriptions(stored.readStream, tail);
  async function* subscribeStream(
    streamId: StreamId,
    afterRevision: Revision,
    signal: AbortSignal,
    types?: readonly string[],
    reaches?: Position,
  ) {
    const matches = passes(types && { types });
    for await (const rows of subscribeToStored(streamId, afterRevision, signal, reaches)) {
      for (const event of upToUnreadable(sorted(await live.decode(rows.filter(matches))))) {
        if (signal.aborted) return;
        yield event;
      }
    }
  }

  return {
    append,
    readStream,
    readStreamPage,
    readAll,
    readPage,
    readStored: backend.readStored,
    subscribe,
    subscribePages,
    subscribeStream,
    head: readHead,
    positionAt: backend.positionAt,
    recordedAt: backend.recordedAt,
    forgetDecoded: live.forget,
    appendState: coalescer.state,
    appendQueue: coalescer.queued,
    probeAppends: backend.probe,
    close: async () => {
      await coalescer.idle();
      await tail.close();
      await stopListening();
      await stopHearing?.();
    },
  };
};

/**
 * The event log on PostgreSQL, embedded or served, through the same SQL. See the functions of the schema `event_log` in
 * `infra/storage/database/migrations` for how it works.
 */
export const createPostgresEventStore = ({
  database,
  ...options
}: EventStoreOptions & { readonly database: Database }): Promise<PostgresEventStore> =>
  createEventStoreOn(createPostgresBackend(database), options);
