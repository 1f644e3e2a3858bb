import type { Position, Revision, StreamId } from '../../domain/kernel/event.ts';
import type { Database, DatabaseRow } from '../../ports/database.ts';
import type { EventFilter, StoredEvent, StoredPage } from '../../ports/event-store.ts';
import { integer, text } from './columns.ts';

/** Some events of one stream as they are stored, and the revision to go on from unless the end was reached. */
export type StoredStreamPage = { readonly events: readonly StoredEvent[]; readonly next?: Revision };

export type StoredReader = {
  readonly readLog: (after: Position, limit: number, filter?: EventFilter) => Promise<StoredPage>;
  /** The events with these ids, in the order of the log. */
  readonly readByIds: (ids: readonly string[]) => Promise<readonly StoredEvent[]>;
  readonly readStream: (
    streamId: StreamId,
    range: { readonly fromRevision: Revision; readonly toPosition?: Position | undefined },
    limit: number,
  ) => Promise<StoredStreamPage>;
};

/**
 * Bytes of event data after which a page ends, with the event that reaches it. 1,000 events of usual size have half a
 * megabyte; what a page takes while it is read, decrypted and folded is a small multiple of its text.
 */
export const PAGE_BYTES = 8 * 1024 * 1024;

const columns = `e.position, e.stream_id, e.revision, e.id, e.type, e.schema_version,
  e.recorded_at, e.data::text as data, e.metadata::text as metadata`;

// The server cuts the page, so that what is beyond the limit never travels. Metadata is small by its schema and
// bounded by the count.
const cutByBytes = (page: string): string => `
  select * from (
    select p.*, sum(octet_length(p.data)) over (order by p.position) - octet_length(p.data) as bytes_before
    from (${page}) p
  ) b where b.bytes_before < ${PAGE_BYTES}`;

const readStreamSql = cutByBytes(`
  select ${columns} from event_log.events e
  where e.stream_id = $1 and e.revision >= $2 and e.position <= $3 order by e.revision limit $4`);

// One statement, so one snapshot: nothing can arrive between the events and the head.
const readLogSql = (where: string): string => `
  with head as (select coalesce(max(position), 0) as head from event_log.events)
  select h.head, p.* from head h
  left join lateral (${cutByBytes(`
    select ${columns} from event_log.events e
    where e.position > $1 and e.position <= h.head ${where}
    order by e.position limit $2`)}
  ) p on true`;

// `position > $1` is repeated by the planner's index scan; the four texts below are all that ever get prepared.
const logStatements = {
  all: readLogSql(''),
  types: readLogSql('and e.type = any($3::text[])'),
  categories: readLogSql(`and split_part(e.stream_id, '-', 1) = any($3::text[])`),
  both: readLogSql(`and e.type = any($3::text[]) and split_part(e.stream_id, '-', 1) = any($4::text[])`),
};

// Of one append, which is bounded as such.
const readByIdsSql = `select ${columns} from event_log.events e where e.id = any($1::uuid[]) order by e.position`;

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

/** The subquery is ordered and nothing after it reorders; SQL does not promise that, so it is looked at. */
const inLogOrder = (events: readonly StoredEvent[]): readonly StoredEvent[] => {
  const ordered = events.every((event, index) => event.position > (events[index - 1]?.position ?? 0));
  return ordered ? events : events.toSorted((one, other) => one.position - other.position);
};

/** Whether a page may have been cut for its bytes. */
const reachesPageBytes = (events: readonly StoredEvent[]): boolean => {
  let bytes = 0;
  for (const { data } of events) bytes += Buffer.byteLength(data);
  return bytes >= PAGE_BYTES;
};

/** Pages of stored events, bounded by count and by bytes. */
export const createStoredReader = (database: Database): StoredReader => ({
  readLog: async (after, limit, filter) => {
    const { types, categories } = filter ?? {};
    const rows =
      types && categories
        ? await database.query(logStatements.both, [after, limit, types, categories])
        : types
          ? await database.query(logStatements.types, [after, limit, types])
          : categories
            ? await database.query(logStatements.categories, [after, limit, categories])
            : await database.query(logStatements.all, [after, limit]);
    const head = integer(rows[0]?.head);
    const events = inLogOrder(rows.filter((row) => row.position !== null).map(storedEventOf));
    const last = events.at(-1);
    const cut = events.length >= limit || reachesPageBytes(events);
    return { events, head, scannedTo: cut && last ? last.position : head };
  },

  readByIds: async (ids) => (await database.query(readByIdsSql, [ids])).map(storedEventOf),

  readStream: async (streamId, { fromRevision, toPosition = Number.MAX_SAFE_INTEGER }, limit) => {
    // One more than asked for tells whether anything follows.
    const rows = await database.query(readStreamSql, [streamId, fromRevision, toPosition, limit + 1]);
    const found = inLogOrder(rows.map(storedEventOf));
    const events = found.slice(0, limit);
    const last = events.at(-1);
    const more = found.length > limit || reachesPageBytes(found);
    return { events, ...(more && last ? { next: last.revision + 1 } : {}) };
  },
});
