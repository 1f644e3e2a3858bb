import type { Position } from '../../../domain/kernel/event.ts';
import type { EventFilter, EventStore, LogPage, StoredEvent } from '../../../ports/event-store.ts';
import type { createDecodeOnce } from './decode-once.ts';
import { decodedPage, eventsUpTo } from './decoded-page.ts';
import type { LogTail } from './log-tail.ts';
import type { StoredReader } from './stored-reader.ts';
import { createStreamSubscriptions } from './stream-subscriptions.ts';

const DEFAULT_PAGE = 1000;

/** The predicate of a filter; the in-memory equivalent of the SQL conditions. */
const passes = (filter: EventFilter | undefined): ((event: StoredEvent) => boolean) => {
  if (!filter) return () => true;
  const types = filter.types && new Set(filter.types);
  const categories = filter.categories?.map((category) => `${category}-`);
  return (event) =>
    (!types || types.has(event.type)) &&
    (!categories || categories.some((prefix) => event.streamId.startsWith(prefix)));
};

type LogSubscriptions = Pick<EventStore, 'subscribe' | 'subscribePages' | 'subscribeStream'>;

type SubscriptionServices = {
  readonly readPage: EventStore['readPage'];
  readonly readStream: StoredReader['readStream'];
  readonly tail: LogTail;
  /** Decodes an event once for all subscribers. */
  readonly live: Pick<ReturnType<typeof createDecodeOnce>, 'decode'>;
};

/** Follows the log: stored history first, then new events from the tail. */
export const createLogSubscriptions = ({
  readPage,
  readStream,
  tail,
  live,
}: SubscriptionServices): LogSubscriptions => {
  const subscribePages: LogSubscriptions['subscribePages'] = async function* (
    after,
    filter,
    signal,
    pageSize = DEFAULT_PAGE,
  ) {
    const matches = passes(filter);
    let from = after;
    /** The next page of history is read and decrypted while the subscriber processes the current one. */
    let ahead: { readonly after: Position; readonly page: Promise<LogPage> } | undefined;
    const readAhead = (position: Position): void => {
      const page = readPage(position, pageSize, filter);
      // The reader of the page handles the failure; this avoids an unhandled rejection when there is no reader.
      page.catch(() => {});
      ahead = { after: position, page };
    };
    while (!signal.aborted && !tail.isClosed()) {
      const recent = tail.after(from);
      if (recent) {
        const considered = recent.slice(0, pageSize);
        const last = considered.at(-1);
        if (last) {
          const page = decodedPage(await live.decode(considered.filter(matches)));
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
  };

  const subscribe: LogSubscriptions['subscribe'] = async function* (after, filter, signal) {
    for await (const page of subscribePages(after, filter, signal)) {
      for (const event of eventsUpTo(page)) {
        if (signal.aborted) return;
        yield event;
      }
    }
  };

  const subscribeToStored = createStreamSubscriptions(readStream, tail);
  const subscribeStream: LogSubscriptions['subscribeStream'] = async function* (
    streamId,
    afterRevision,
    signal,
    { types, reaches } = {},
  ) {
    const matches = passes(types && { types });
    for await (const rows of subscribeToStored(streamId, afterRevision, signal, reaches)) {
      for (const event of eventsUpTo(decodedPage(await live.decode(rows.filter(matches))))) {
        if (signal.aborted) return;
        yield event;
      }
    }
  };

  return { subscribe, subscribePages, subscribeStream };
};
