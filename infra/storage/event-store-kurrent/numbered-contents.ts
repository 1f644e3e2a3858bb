import pLimit from 'p-limit';
import type { EventFilter, StoredEvent } from '../../../ports/event-store.ts';
import { eventStoreUnavailable, isDeletedStream } from './kurrent-failure.ts';
import type { KurrentStreams, LogFilter } from './kurrent-streams.ts';
import { isBefore, type LogEntry } from './log-entry.ts';
import { type NumberedRow, streamIdIn } from './number-events.ts';
import { storedEvent } from './stored-event.ts';

/** The most concurrent calls for single streams or events. */
const CALLS_AT_ONCE = 8;
/** At most this many streams are read one by one if their events are far apart. */
const FEW_STREAMS = 32;
/** A range is read as a whole if at least one in this number of its events is wanted. */
const DENSE = 8;

const keyOf = ({ streamId, revision }: Pick<NumberedRow, 'streamId' | 'revision'>): string =>
  `${streamId}@${revision}`;

/** The content of numbered events, in their order. */
type ReadContents = (rows: readonly NumberedRow[], filter?: EventFilter) => Promise<readonly StoredEvent[]>;

/** Reads the content of numbered events from KurrentDB in as few calls as their places allow. */
export const createContentsReader = (streams: KurrentStreams, prefix: string): ReadContents => {
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

  /** Omits only events that are certainly lost; rejects if the answering node may not have them yet. */
  const lookOneByOne = async (found: Found, rows: readonly NumberedRow[]): Promise<void> => {
    await Promise.all(
      rows.map((row) =>
        limit(async () => {
          const entries = await streams.readAll(row, undefined, () => true);
          if (entries.length === 0)
            throw eventStoreUnavailable(
              'The KurrentDB node that answered does not have the newest events yet.',
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
          try {
            add(found, await streams.readStream(`${prefix}${streamId}`, from, to - from + 1));
          } catch (error) {
            // Its events are looked up in `$all`, where they remain until the next scavenge.
            if (!isDeletedStream(error)) throw error;
          }
        }),
      ),
    );
  };

  const filterOf = (filter: EventFilter | undefined): LogFilter => {
    if (filter?.categories) return { streams: filter.categories.map((category) => `${prefix}${category}-`) };
    return filter?.types ? { types: filter.types } : { streams: [prefix] };
  };

  return async (rows, filter) => {
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
    // A stream hides events that its settings exclude, and may have more than the range that was read.
    const missing = rows.filter((row) => !isFound(found, row));
    if (missing.length > FEW_STREAMS) await readStretch(found, missing, { streams: [prefix] });
    const lost = rows.filter((row) => !isFound(found, row));
    await lookOneByOne(found, lost.slice(0, FEW_STREAMS));
    return rows.map((row) => storedEvent(row, isFound(found, row) ? found.get(keyOf(row)) : undefined));
  };
};
