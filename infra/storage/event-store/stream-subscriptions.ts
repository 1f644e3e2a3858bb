import type { Position, Revision, StreamId } from '../../../domain/kernel/event.ts';
import type { StoredEvent } from '../../../ports/event-store.ts';
import type { LogTail } from './log-tail.ts';
import type { StoredReader } from './stored-reader.ts';

/** The most events of one stream in a batch. */
const PAGE_SIZE = 500;

/** Batches of one stream after a revision, as stored, none of them empty, until the signal aborts. */
type SubscribeToStored = (
  streamId: StreamId,
  afterRevision: Revision,
  signal: AbortSignal,
  reaches?: Position,
) => AsyncGenerator<readonly StoredEvent[]>;

/**
 * Follows single streams: their history through the index of the stream, then new events from the tail of the log.
 * Waiting sends no statement, however many readers wait; the tail has the new events for all of them. A stream whose
 * wanted events are all in the tail is not read either: a caller that has just begun a stream passes the position
 * that it `reaches`, and waits for the tail, which is already reading.
 *
 * There is no gap, because `considered` is never beyond the events that were visible when the stream was read; and no
 * repetition, because revisions are dense and only the next one is passed on.
 */
export const createStreamSubscriptions = (
  readStream: StoredReader['readStream'],
  tail: Pick<LogTail, 'after' | 'head' | 'held' | 'waitBeyond' | 'isClosed'>,
): SubscribeToStored =>
  async function* (streamId, afterRevision, signal, reaches = 0) {
    let next = afterRevision + 1;
    /** Events of the stream up to this position have been yielded. */
    let considered: Position = 0;

    const nextOf = (events: readonly StoredEvent[]): readonly StoredEvent[] =>
      events.filter((event) => event.streamId === streamId && event.revision >= next);

    if (reaches > tail.head()) await tail.waitBeyond(reaches - 1, signal);
    // If the next event or its predecessor is in memory, so are all later ones: the tail has no gap.
    const first = tail.held().find((event) => event.streamId === streamId && event.revision >= afterRevision);
    if (first && first.revision <= next) {
      const young = nextOf(tail.held());
      considered = tail.head();
      next += young.length;
      if (young.length > 0) yield young;
    }

    while (!signal.aborted && !tail.isClosed()) {
      const recent = tail.after(considered);
      if (recent) {
        considered = recent.at(-1)?.position ?? considered;
        const news = nextOf(recent);
        if (news.length > 0) yield news;
        next += news.length;
      } else {
        const seen = tail.head();
        const { events, next: more } = await readStream(streamId, { fromRevision: next }, PAGE_SIZE);
        if (events.length > 0) yield events;
        next += events.length;
        if (more !== undefined) continue;
        considered = Math.max(considered, seen, events.at(-1)?.position ?? 0);
      }
      await tail.waitBeyond(considered, signal, streamId);
    }
  };
