import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { EventStore } from '../../../ports/event-store.ts';
import type { EventSerializer } from '../event-serialization/event-serializer.ts';
import { decodedPage, eventsUpTo } from './decoded-page.ts';
import type { StoredReader } from './stored-reader.ts';

const DEFAULT_PAGE = 1000;

type LogReader = Pick<EventStore, 'readPage' | 'readStreamPage' | 'readStream' | 'readRanges' | 'readAll'>;

/** Reads stored events and decodes them. */
export const createLogReader = (
  stored: StoredReader,
  { decode }: Pick<EventSerializer, 'decode'>,
): LogReader => {
  const readPage: LogReader['readPage'] = async (after, limit, filter) => {
    const { events, scannedTo, head } = await stored.readLog(after, limit, filter);
    return { ...decodedPage(await decode(events)), scannedTo, head };
  };

  const readStreamPage: LogReader['readStreamPage'] = async (
    streamId,
    { fromRevision = 0, toPosition, limit = DEFAULT_PAGE } = {},
  ) => {
    const { events, next } = await stored.readStream(streamId, { fromRevision, toPosition }, limit);
    return { ...decodedPage(await decode(events)), ...omitUndefined({ next }) };
  };

  const readStream: LogReader['readStream'] = async function* (streamId, options = {}) {
    let next = options.fromRevision;
    do {
      const page = await readStreamPage(streamId, {
        ...options,
        ...omitUndefined({ fromRevision: next }),
      });
      yield* eventsUpTo(page);
      next = page.next;
    } while (next !== undefined);
  };

  const readRanges: LogReader['readRanges'] = async function* (ranges, { toPosition } = {}) {
    if (ranges.length === 0) return;
    let after: number | undefined = 0;
    do {
      const page = await stored.readRanges(ranges, { after, toPosition }, DEFAULT_PAGE);
      yield decodedPage(await decode(page.events));
      after = page.next;
    } while (after !== undefined);
  };

  const readAll: LogReader['readAll'] = async function* (
    after,
    { filter, toPosition, batchSize = DEFAULT_PAGE } = {},
  ) {
    let from = after;
    let end = toPosition;
    for (;;) {
      const page = await readPage(from, batchSize, filter);
      end = Math.min(end ?? page.head, page.head);
      yield* eventsUpTo(page, end);
      if (page.scannedTo >= end || page.scannedTo <= from) return;
      from = page.scannedTo;
    }
  };

  return { readPage, readStreamPage, readStream, readRanges, readAll };
};
