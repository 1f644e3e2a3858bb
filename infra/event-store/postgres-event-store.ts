import { readFile } from 'node:fs/promises';
import type { NewEvent, Position, Revision, StreamId } from '../../domain/kernel/event.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { Database, DatabaseRow } from '../../ports/database.ts';
import {
  type AppendOptions,
  type AppendResult,
  type EventFilter,
  type EventStore,
  type ExpectedRevision,
  type LogPage,
  type ReadAllOptions,
  type ReadStreamOptions,
  type StoredEvent,
  type StoredPage,
  unreadableFailure,
} from '../../ports/event-store.ts';
import { type Fence, leaseLost } from '../../ports/leases.ts';
import type { Logger } from '../../ports/logger.ts';
import type { DecodedEvent, EventSerializer } from '../event-serialization/event-serializer.ts';
import {
  type AppendOutcome,
  type AppendRequest,
  type CoalescerLimits,
  createAppendCoalescer,
  defaultCoalescerLimits,
} from './append-coalescer.ts';
import { createDecodeOnce } from './decode-once.ts';
import { createLogTail } from './log-tail.ts';

export type PostgresEventStoreOptions = {
  readonly database: Database;
  readonly serializer: EventSerializer;
  readonly logger: Logger;
  /** Milliseconds between looks at the log when no notification comes. */
  readonly pollInterval?: number;
  readonly limits?: CoalescerLimits;
  /** Most events in one append. */
  readonly maxEventsPerAppend?: number;
};

export type PostgresEventStore = EventStore & { readonly close: () => Promise<void> };

const RECONNECT_PAUSE_MS = 200;
const NO_STREAM = -1;
const ANY = -2;
const DEFAULT_PAGE = 1000;

const expectationOf = (expected: ExpectedRevision): number =>
  expected === 'no-stream' ? NO_STREAM : expected === 'any' ? ANY : expected;

const columns = `e.position, e.stream_id, e.revision, e.id, e.type, e.schema_version,
  e.recorded_at, e.data::text as data, e.metadata::text as metadata`;

const appendSql = `select append_number, outcome, last_revision, last_position
  from event_log.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

const readStreamSql = `select ${columns} from event_log.events e
  where e.stream_id = $1 and e.revision >= $2 and e.position <= $3 order by e.revision limit $4`;

// One statement, so one snapshot: nothing can arrive between the events and the head.
const readPageSql = (where: string): string => `
  with head as (select coalesce(max(position), 0) as head from event_log.events)
  select h.head, p.* from head h
  left join lateral (
    select ${columns} from event_log.events e
    where e.position > $1 and e.position <= h.head ${where}
    order by e.position limit $2
  ) p on true`;

// `position > $1` is repeated by the planner's index scan; the four texts below are all that ever get prepared.
const pageStatements = {
  all: readPageSql(''),
  types: readPageSql('and e.type = any($3::text[])'),
  categories: readPageSql(`and split_part(e.stream_id, '-', 1) = any($3::text[])`),
  both: readPageSql(`and e.type = any($3::text[]) and split_part(e.stream_id, '-', 1) = any($4::text[])`),
};

const text = (value: unknown): string => {
  if (typeof value !== 'string') throw new TypeError('The event log returned a column that is not text.');
  return value;
};
const integer = (value: unknown): number => {
  const number = typeof value === 'number' ? value : Number.NaN;
  if (!Number.isSafeInteger(number))
    throw new TypeError('The event log returned a column that is not an integer.');
  return number;
};

const storedEventOf = (row: DatabaseRow): StoredEvent => ({
  position: integer(row.position),
  streamId: text(row.stream_id),
  revision: integer(row.revision),
  id: text(row.id),
  type: text(row.type),
  schemaVersion: integer(row.schema_version),
  recordedAt: text(row.recorded_at),
  data: text(row.data),
  metadata: text(row.metadata),
});

const outcomeOf = (row: DatabaseRow, fence: Fence | undefined): AppendOutcome => {
  const outcome = text(row.outcome);
  if (outcome === 'conflict') return { outcome, actual: integer(row.last_revision) };
  if (outcome === 'lease_lost' && fence) return { outcome, fence };
  if (outcome !== 'appended' && outcome !== 'repeated')
    throw new TypeError('The event log gave an unknown outcome.');
  return { outcome, revision: integer(row.last_revision), position: integer(row.last_position) };
};

/** The page's subquery is ordered and nothing after it reorders; SQL does not promise that, so it is looked at. */
const inLogOrder = (events: readonly StoredEvent[]): readonly StoredEvent[] => {
  const ordered = events.every((event, index) => event.position > (events[index - 1]?.position ?? 0));
  return ordered ? events : events.toSorted((one, other) => one.position - other.position);
};

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

/** The events of a page in order; ends with the failure of the first one that cannot be read. */
function* upToUnreadable({ events, unreadable: [first] }: Pick<LogPage, 'events' | 'unreadable'>) {
  for (const event of events) {
    if (first && event.position > first.position) break;
    yield event;
  }
  if (first) throw unreadableFailure(first);
}

/** Makes sure that the tables and functions of the log exist. Harmless when repeated. */
export const migrateEventStore = async (database: Database): Promise<void> => {
  await database.execute(await readFile(new URL('./schema.sql', import.meta.url), 'utf8'));
};

/** The event log on PostgreSQL, embedded or served, through the same SQL. See `schema.sql` for how it works. */
export const createPostgresEventStore = async (
  options: PostgresEventStoreOptions,
): Promise<PostgresEventStore> => {
  const { database, serializer, logger } = options;
  const maxEventsPerAppend = options.maxEventsPerAppend ?? 1000;

  const writeBatch = async (requests: readonly AppendRequest[]): Promise<readonly AppendOutcome[]> => {
    const events = requests.flatMap(({ events }, index) =>
      events.map((event) => ({ event, append: index + 1 })),
    );
    const fenced = requests.some(({ fence }) => fence !== undefined);
    const rows = await database.query(appendSql, [
      requests.map((request) => request.streamId),
      requests.map((request) => expectationOf(request.expected)),
      events.map(({ append }) => append),
      events.map(({ event }) => event.id),
      events.map(({ event }) => event.type),
      events.map(({ event }) => event.schemaVersion),
      events.map(({ event }) => event.data),
      events.map(({ event }) => event.metadata),
      fenced ? requests.map(({ fence }) => fence?.name ?? null) : [],
      fenced ? requests.map(({ fence }) => fence?.fence ?? null) : [],
    ]);
    return rows.map((row, index) => outcomeOf(row, requests[index]?.fence));
  };
  const coalescer = createAppendCoalescer(writeBatch, options.limits ?? defaultCoalescerLimits);

  const readStored = async (after: Position, limit: number, filter?: EventFilter): Promise<StoredPage> => {
    const { types, categories } = filter ?? {};
    const rows =
      types && categories
        ? await database.query(pageStatements.both, [after, limit, types, categories])
        : types
          ? await database.query(pageStatements.types, [after, limit, types])
          : categories
            ? await database.query(pageStatements.categories, [after, limit, categories])
            : await database.query(pageStatements.all, [after, limit]);
    const head = integer(rows[0]?.head);
    const events = inLogOrder(rows.filter((row) => row.position !== null).map(storedEventOf));
    const last = events.at(-1);
    const full = events.length >= limit;
    return { events, head, scannedTo: full && last ? last.position : head };
  };

  const readPage = async (after: Position, limit: number, filter?: EventFilter): Promise<LogPage> => {
    const { events, scannedTo, head } = await readStored(after, limit, filter);
    return { ...sorted(await serializer.decode(events)), scannedTo, head };
  };

  const live = createDecodeOnce(serializer.decode);
  const tail = createLogTail({
    readPage: readStored,
    pollInterval: options.pollInterval ?? 500,
    capacity: 2000,
    logger,
  });
  /** The end of the log as far as this process has heard: complete on an embedded database, which is its own. */
  let knownHead: Position = 0;
  const stopListening = await database.listen('anamnesis_log', (payload) => {
    const position = Number(payload);
    // An empty payload follows a reconnection: something may have been missed.
    if (Number.isSafeInteger(position)) knownHead = Math.max(knownHead, position);
    tail.hint(payload === '' || !Number.isSafeInteger(position) ? undefined : position);
  });

  const readHead = async (): Promise<Position> => {
    if (database.kind === 'embedded' && knownHead > 0) return knownHead;
    const rows = await database.query('select coalesce(max(position), 0) as head from event_log.events');
    knownHead = Math.max(knownHead, integer(rows[0]?.head));
    return knownHead;
  };

  const append = async (
    streamId: StreamId,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
    { fence }: AppendOptions = {},
  ): Promise<AppendResult> => {
    if (events.length === 0 || events.length > maxEventsPerAppend) {
      throw new Failure(
        failure(
          'internal_error',
          `An append must hold 1 to ${maxEventsPerAppend} events, not ${events.length}.`,
        ),
      );
    }
    if (new Set(events.map((event) => event.id)).size < events.length) {
      throw new Failure(failure('internal_error', 'An append holds the same event id twice.'));
    }
    const request: AppendRequest = {
      streamId,
      expected,
      events: await serializer.serialize(events),
      ...(fence ? { fence } : {}),
    };
    const outcome = await coalescer.append(request).catch(async (error: unknown) => {
      if (!(error instanceof Failure) || error.reason.code !== 'unavailable') throw error;
      // The connection broke, perhaps after the commit. The ids make a second attempt harmless in either case.
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_PAUSE_MS));
      return coalescer.append(request);
    });
    if (outcome.outcome === 'lease_lost') throw leaseLost(outcome.fence);
    if (outcome.outcome === 'conflict') throw conflict(streamId, expected, outcome.actual);
    knownHead = Math.max(knownHead, outcome.position);
    tail.hint(outcome.position);
    return { revision: outcome.revision, position: outcome.position };
  };

  async function* readStream(streamId: StreamId, { fromRevision = 0, toPosition }: ReadStreamOptions = {}) {
    let next = fromRevision;
    for (;;) {
      const rows = await database.query(readStreamSql, [
        streamId,
        next,
        toPosition ?? Number.MAX_SAFE_INTEGER,
        DEFAULT_PAGE,
      ]);
      const stored = rows.map(storedEventOf);
      yield* upToUnreadable(sorted(await serializer.decode(stored)));
      const last = stored.at(-1);
      if (!last || stored.length < DEFAULT_PAGE) return;
      next = last.revision + 1;
    }
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
      for (const event of upToUnreadable(page)) {
        if (event.position > end) return;
        yield event;
      }
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
        const page = await readPage(from, pageSize, filter);
        if (page.scannedTo > from) {
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

  return {
    append,
    readStream,
    readAll,
    readPage,
    readStored,
    subscribe,
    subscribePages,
    head: readHead,
    positionAt: async (instant) =>
      integer((await database.query('select event_log.position_at($1) as position', [instant]))[0]?.position),
    close: async () => {
      await coalescer.idle();
      await tail.close();
      await stopListening();
    },
  };
};
