import type { EventFilter, StoredPage } from '../../../ports/event-store.ts';
import { PAGE_WINDOW, type StoredReader } from '../event-store/stored-reader.ts';
import type { KurrentStreams } from './kurrent-streams.ts';
import type { NumberedRow } from './number-events.ts';
import { createContentsReader } from './numbered-contents.ts';
import type { NumberingTable } from './numbering-table.ts';
import { LOST, lostFailure } from './stored-event.ts';

/** Bytes after which a page ends, including the event that reaches the limit; the same as in the PostgreSQL log. */
const PAGE_BYTES = 8 * 1024 * 1024;

const cutByBytes = (rows: readonly NumberedRow[]): readonly NumberedRow[] => {
  let before = 0;
  const end = rows.findIndex(({ bytes }) => {
    const full = before >= PAGE_BYTES;
    before += bytes;
    return full;
  });
  return end < 0 ? rows : rows.slice(0, end);
};

/** The log in the order of its numbers, with the content from KurrentDB. A lost event is reported. */
export const createKurrentReader = ({
  streams,
  table,
  prefix,
}: {
  readonly streams: KurrentStreams;
  readonly table: NumberingTable;
  readonly prefix: string;
}): StoredReader & {
  /** Like `readLog`, but ends before a lost event, and rejects at it. */
  readonly readStored: (after: number, limit: number, filter?: EventFilter) => Promise<StoredPage>;
} => {
  const contentsOf = createContentsReader(streams, prefix);

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
      // One more than requested shows whether anything follows.
      const found = await table.readStream(streamId, fromRevision, toPosition, most + 1);
      const rows = cutByBytes(found.slice(0, most));
      const last = rows.at(-1);
      const events = await contentsOf(rows);
      return { events, ...(rows.length < found.length && last ? { next: last.revision + 1 } : {}) };
    },
    readRanges: async (ranges, { after, toPosition = Number.MAX_SAFE_INTEGER }, most) => {
      const found = await table.readRanges(ranges, { after, toPosition }, most + 1);
      const rows = cutByBytes(found.slice(0, most));
      const last = rows.at(-1);
      const events = await contentsOf(rows);
      return { events, ...(rows.length < found.length && last ? { next: last.position } : {}) };
    },
  };
};
