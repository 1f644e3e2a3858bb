import pLimit from 'p-limit';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { EventFilter, StoredEvent, StoredPage } from '../../../ports/event-store.ts';
import { PAGE_WINDOW, type StoredReader } from '../event-store/stored-reader.ts';
import { eventStoreUnavailable } from './kurrent-failure.ts';
import type { KurrentStreams, LogFilter } from './kurrent-streams.ts';
import { isBefore, type LogEntry, openEnvelope } from './log-entry.ts';
import { type NumberedRow, streamIdIn } from './number-events.ts';
import type { NumberingTable } from './numbering-table.ts';

/** As in the log of the database: bytes after which a page ends, with the event that reaches it. */
const PAGE_BYTES = 8 * 1024 * 1024;
/** Calls for single streams or events at once. */
const CALLS_AT_ONCE = 8;
/** So many streams are read one by one, where their events stand far apart. */
const FEW_STREAMS = 32;
/** Where one event in so many of a stretch is wanted, the stretch is read as a whole. */
const DENSE = 8;

const keyOf = ({ streamId, revision }: Pick<NumberedRow, 'streamId' | 'revision'>): string =>
  `${streamId}@${revision}`;

const cutByBytes = (rows: readonly NumberedRow[]): readonly NumberedRow[] => {
  let before = 0;
  const end = rows.findIndex(({ bytes }) => {
    const full = before >= PAGE_BYTES;
    before += bytes;
    return full;
  });
  return end < 0 ? rows : rows.slice(0, end);
};

const jsonOr = (text: string, bytes: Uint8Array): string => {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify({ base64: Buffer.from(bytes).toString('base64') });
  }
};

const FLAWS = {
  foreign: 'Another program has written this event into a stream of ours in KurrentDB.',
  repeated_id: 'This event has the id of another one: it was appended to KurrentDB a second time.',
} as const;
const LOST = 'This event is lost in KurrentDB: it was truncated or deleted there. Restore a backup.';

const placeOf = (row: NumberedRow) => ({
  position: row.position,
  streamId: row.streamId,
  revision: row.revision,
  id: row.id,
  type: row.type,
  schemaVersion: row.schemaVersion,
  recordedAt: row.recordedAt,
});

const storedEvent = (row: NumberedRow, entry: LogEntry | undefined): StoredEvent => {
  if (!entry) return { ...placeOf(row), data: '{}', metadata: '{}', flaw: LOST };
  const data = Buffer.from(entry.data).toString('utf8');
  const envelope = row.flaw === 'foreign' ? undefined : openEnvelope(entry.metadata);
  if (!envelope)
    return { ...placeOf(row), data: jsonOr(data, entry.data), metadata: '{}', flaw: FLAWS.foreign };
  return {
    ...placeOf(row),
    data,
    metadata: envelope.metadata,
    ...(row.flaw === null ? {} : { flaw: FLAWS[row.flaw] }),
  };
};

const lostFailure = ({ position, id, type }: StoredEvent): Failure =>
  new Failure(
    failure('internal_error', LOST, {
      component: 'event-store',
      details: { position, eventId: id, type },
    }),
  );

/** The log as it stands numbered, its content read from KurrentDB. What is lost there is named in its place. */
export const createKurrentReader = ({
  streams,
  table,
  prefix,
}: {
  readonly streams: KurrentStreams;
  readonly table: NumberingTable;
  readonly prefix: string;
}): StoredReader & {
  /** As `readLog`, but ends before an event that is lost, and rejects at it. */
  readonly readStored: (after: number, limit: number, filter?: EventFilter) => Promise<StoredPage>;
} => {
  const limit = pLimit(CALLS_AT_ONCE);
  const keyIn = (entry: LogEntry): string =>
    keyOf({ streamId: streamIdIn(prefix, entry.stream) ?? '', revision: entry.revision });

  type Found = Map<string, LogEntry>;
  const add = (found: Found, entries: readonly LogEntry[]): void => {
    for (const entry of entries) found.set(keyIn(entry), entry);
  };
  const isFound = (found: Found, row: NumberedRow): boolean => {
    const entry = found.get(keyOf(row));
    return entry !== undefined && (row.flaw !== null || entry.id === row.id);
  };

  /** Says which of these are lost for certain; rejects where the node that answers may not have them yet. */
  const lookOneByOne = async (found: Found, rows: readonly NumberedRow[]): Promise<void> => {
    await Promise.all(
      rows.map((row) =>
        limit(async () => {
          const entries = await streams.readAll(row, undefined, () => true);
          if (entries.length === 0)
            throw eventStoreUnavailable(
              'The node of KurrentDB that answers does not have the newest events yet.',
            );
          add(found, entries);
        }),
      ),
    );
  };

  const readStretch = async (
    found: Found,
    rows: readonly NumberedRow[],
    filter: LogFilter,
  ): Promise<void> => {
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return;
    add(found, await streams.readAll(first, filter, (entry) => !isBefore(entry, last)));
  };

  const readStreams = async (found: Found, rows: readonly NumberedRow[]): Promise<void> => {
    const byStream = Map.groupBy(rows, ({ streamId }) => streamId);
    await Promise.all(
      [...byStream].map(([streamId, of]) =>
        limit(async () => {
          const [from, to] = [of[0]?.revision ?? 0, of.at(-1)?.revision ?? 0];
          add(found, await streams.readStream(`${prefix}${streamId}`, from, to - from + 1));
        }),
      ),
    );
  };

  const filterOf = (filter: EventFilter | undefined): LogFilter => {
    if (filter?.categories) return { streams: filter.categories.map((category) => `${prefix}${category}-`) };
    return filter?.types ? { types: filter.types } : { streams: [prefix] };
  };

  /** The content of numbered events, in their order. */
  const contentsOf = async (
    rows: readonly NumberedRow[],
    filter?: EventFilter,
  ): Promise<readonly StoredEvent[]> => {
    const found: Found = new Map();
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return [];
    const names = new Set(rows.map(({ streamId }) => streamId));
    const span = Math.min(
      last.position - first.position + 1,
      names.size === 1 ? last.revision - first.revision + 1 : Number.POSITIVE_INFINITY,
    );
    const plain = rows.every(({ flaw }) => flaw === null);
    const oneStream = names.size === 1 && span <= rows.length * DENSE;
    const apart = names.size <= FEW_STREAMS && last.position - first.position + 1 > rows.length * DENSE;
    if (plain && (oneStream || apart)) await readStreams(found, rows);
    else await readStretch(found, rows, filterOf(filter));
    // A stream does not show what its settings hide, and may hold more than the stretch that was looked through.
    const missing = rows.filter((row) => !isFound(found, row));
    if (missing.length > FEW_STREAMS) await readStretch(found, missing, { streams: [prefix] });
    const lost = rows.filter((row) => !isFound(found, row));
    await lookOneByOne(found, lost.slice(0, FEW_STREAMS));
    return rows.map((row) => storedEvent(row, isFound(found, row) ? found.get(keyOf(row)) : undefined));
  };

  const readLog: StoredReader['readLog'] = async (after, most, filter) => {
    const window = Math.min(filter ? PAGE_WINDOW : most, Number.MAX_SAFE_INTEGER - after);
    const page = await table.readPage(after, most, window, filter);
    const rows = cutByBytes(page.rows);
    const events = await contentsOf(rows, filter);
    const last = rows.at(-1);
    const cut = rows.length >= most || rows.length < page.rows.length;
    return { events, head: page.head, scannedTo: cut && last ? last.position : page.upTo };
  };

  return {
    readLog,
    readStored: async (after, most, filter) => {
      const page = await readLog(after, most, filter);
      const at = page.events.findIndex(({ flaw }) => flaw === LOST);
      const event = page.events[at];
      if (!event) return page;
      if (at === 0) throw lostFailure(event);
      return { ...page, events: page.events.slice(0, at), scannedTo: event.position - 1 };
    },
    readByIds: async (ids) => contentsOf(await table.readByIds(ids)),
    readStream: async (streamId, { fromRevision, toPosition = Number.MAX_SAFE_INTEGER }, most) => {
      // One more than asked for tells whether anything follows.
      const found = await table.readStream(streamId, fromRevision, toPosition, most + 1);
      const rows = cutByBytes(found.slice(0, most));
      const last = rows.at(-1);
      const events = await contentsOf(rows);
      return { events, ...(rows.length < found.length && last ? { next: last.revision + 1 } : {}) };
    },
  };
};
