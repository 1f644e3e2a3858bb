import type { Position, Revision, StreamId } from '../../../domain/kernel/event.ts';
import type { Database } from '../../../ports/database.ts';
import type { EventFilter, StoredEvent, StoredPage, StreamRange } from '../../../ports/event-store.ts';
import type { LogContinuity } from '../../../ports/log-continuity.ts';
import { integer, text } from './columns.ts';
import { storedEventOf } from './stored-event-of.ts';

/** Some events of one stream as stored, and the revision to continue from unless the end was reached. */
type StoredStreamPage = { readonly events: readonly StoredEvent[]; readonly next?: Revision };

/** Some events of several ranges as stored, and the position to continue after unless all were read. */
type StoredRangesPage = { readonly events: readonly StoredEvent[]; readonly next?: Position };

export type StoredReader = {
  readonly readLog: (after: Position, limit: number, filter?: EventFilter) => Promise<StoredPage>;
  /** The events with these ids, in the order of the log. */
  readonly readByIds: (ids: readonly string[]) => Promise<readonly StoredEvent[]>;
  readonly readStream: (
    streamId: StreamId,
    range: { readonly fromRevision: Revision; readonly toPosition?: Position | undefined },
    limit: number,
  ) => Promise<StoredStreamPage>;
  /** The events of several ranges after a position, each once and in the order of the log. */
  readonly readRanges: (
    ranges: readonly StreamRange[],
    span: { readonly after: Position; readonly toPosition?: Position | undefined },
    limit: number,
  ) => Promise<StoredRangesPage>;
};

/**
 * Bytes of event data after which a page ends, including the event that reaches the limit. 1,000 events of usual size
 * have half a megabyte; while it is read, decrypted and folded, a page takes a small multiple of its text.
 */
const PAGE_BYTES = 8 * 1024 * 1024;

const columns = `e.position, e.stream_id, e.revision, e.id, e.type, e.schema_version,
  e.recorded_at, e.data::text as data, e.metadata::text as metadata`;

// The server cuts the page, so that nothing beyond the limit is transferred. Metadata is small by its schema and
// limited by the count.
const cutByBytes = (page: string): string => `
  select * from (
    select p.*, sum(octet_length(p.data)) over (order by p.position) - octet_length(p.data) as bytes_before
    from (${page}) p
  ) b where b.bytes_before < ${PAGE_BYTES}`;

const readStreamSql = cutByBytes(`
  select ${columns} from event_log.events e
  where e.stream_id = $1 and e.revision >= $2 and e.position <= $3 order by e.revision limit $4`);

// The inner query yields each position once, however the ranges overlap.
const readRangesSql = cutByBytes(`
  select ${columns} from event_log.events e
  where e.position in (
    select o.position
    from unnest($1::text[], $2::integer[], $3::integer[]) as w (stream_id, from_revision, to_revision)
    join event_log.events o
      on o.stream_id = w.stream_id and o.revision between w.from_revision and w.to_revision
    where o.position > $4 and o.position <= $5)
  order by e.position limit $6`);

/** The parameters of a statement that joins ranges by `unnest`. */
export const rangeParameters = (
  ranges: readonly StreamRange[],
): readonly [readonly string[], readonly number[], readonly number[]] => [
  ranges.map(({ streamId }) => streamId),
  ranges.map(({ fromRevision }) => fromRevision),
  ranges.map(({ toRevision }) => toRevision),
];

/**
 * The most positions that one page of a filtered read scans. Matching events may be rare: this bounds a statement for a
 * log of any length, and the reader continues from where it ended.
 */
export const PAGE_WINDOW = 10_000;

// One statement is one snapshot: nothing can be added between reading the events and the head.
const readLogSql = `
  with last as (select position, id from event_log.events order by position desc limit 1),
       head as (select coalesce(max(position), 0) as head from last),
       span as (select head, least(head, $1::bigint + $3::bigint) as up_to from head)
  select s.head, s.up_to, (select l.id::text from last l) as head_id, p.* from span s
  left join lateral (${cutByBytes(`
    select e.* from event_log.page($1, s.up_to, $2, $4, $5) e`)}
  ) p on true`;

// The events of one append, whose size is limited.
const readByIdsSql = `select ${columns} from event_log.events e where e.id = any($1::uuid[]) order by e.position`;

/** The subquery is ordered and nothing after it reorders; SQL does not guarantee that, so it is checked. */
const inLogOrder = (events: readonly StoredEvent[]): readonly StoredEvent[] => {
  const ordered = events.every((event, index) => event.position > (events[index - 1]?.position ?? 0));
  return ordered ? events : events.toSorted((one, other) => one.position - other.position);
};

/** True if a page may have been cut at the byte limit. */
const reachesPageBytes = (events: readonly StoredEvent[]): boolean => {
  let bytes = 0;
  for (const { data } of events) bytes += Buffer.byteLength(data);
  return bytes >= PAGE_BYTES;
};

/** Pages of stored events, limited by count and bytes. */
export const createStoredReader = (database: Database, continuity?: LogContinuity): StoredReader => ({
  readLog: async (after, limit, filter) => {
    // Positions are dense: without a filter, a page need not scan further than its maximum number of events.
    const window = Math.min(filter ? PAGE_WINDOW : limit, Number.MAX_SAFE_INTEGER - after);
    const rows = await database.query(readLogSql, [
      after,
      limit,
      window,
      filter?.types ?? null,
      filter?.categories ?? null,
    ]);
    const head = integer(rows[0]?.head);
    const upTo = integer(rows[0]?.up_to);
    const events = inLogOrder(rows.filter((row) => row.position !== null).map(storedEventOf));
    continuity?.saw(events);
    if (head > 0) continuity?.saw([{ position: head, id: text(rows[0]?.head_id) }]);
    const last = events.at(-1);
    const cut = events.length >= limit || reachesPageBytes(events);
    return { events, head, scannedTo: cut && last ? last.position : upTo };
  },

  readByIds: async (ids) => (await database.query(readByIdsSql, [ids])).map(storedEventOf),

  readStream: async (streamId, { fromRevision, toPosition = Number.MAX_SAFE_INTEGER }, limit) => {
    // One more than requested shows whether anything follows.
    const rows = await database.query(readStreamSql, [streamId, fromRevision, toPosition, limit + 1]);
    const found = inLogOrder(rows.map(storedEventOf));
    const events = found.slice(0, limit);
    const last = events.at(-1);
    const more = found.length > limit || reachesPageBytes(found);
    return { events, ...(more && last ? { next: last.revision + 1 } : {}) };
  },

  readRanges: async (ranges, { after, toPosition = Number.MAX_SAFE_INTEGER }, limit) => {
    const rows = await database.query(readRangesSql, [
      ...rangeParameters(ranges),
      after,
      toPosition,
      limit + 1,
    ]);
    const found = inLogOrder(rows.map(storedEventOf));
    const events = found.slice(0, limit);
    const last = events.at(-1);
    const more = found.length > limit || reachesPageBytes(found);
    return { events, ...(more && last ? { next: last.position } : {}) };
  },
});
