import type { Position, Revision, StreamId } from '../../../domain/kernel/event.ts';
import type { StoredEvent } from '../../../ports/event-store.ts';
import type { LogTail } from './log-tail.ts';
import type { StoredReader } from './stored-reader.ts';

/** Events of one stream in one piece. */
const PAGE_SIZE = 500;

/** The pieces of one stream after a revision as they are stored, none of them empty, until the signal aborts. */
type SubscribeToStored = (
  streamId: StreamId,
  afterRevision: Revision,
  signal: AbortSignal,
  reaches?: Position,
) => AsyncGenerator<readonly StoredEvent[]>;

/**
 * Follows single streams: their history by the index of the stream, then what the tail of the log brings. No statement
 * is sent while one waits, however many do; the tail has the new events for all of them. A stream that is young enough
 * to stand in the tail from where it is wanted is not read either: a caller that has just begun one says how far it
 * `reaches`, and the tail, which is looking already, is waited for.
 *
 * There is no gap, because `considered` is never beyond what was visible when the stream was read; and no repeat,
 * because revisions are dense and only the next one is passed on.
 */
export const createStreamSubscriptions = (
  readStream: StoredReader['readStream'],
  tail: Pick<LogTail, 'after' | 'head' | 'held' | 'waitBeyond' | 'isClosed'>,
): SubscribeToStored =>
  async function* (streamId, afterRevision, signal, reaches = 0) {
    let next = afterRevision + 1;
    /** Events of the stream up to this position have been given away. */
    let considered: Position = 0;

    const nextOf = (events: readonly StoredEvent[]): readonly StoredEvent[] =>
      events.filter((event) => event.streamId === streamId && event.revision >= next);

    if (reaches > tail.head()) await tail.waitBeyond(reaches - 1, signal);
    // Where the next event is in memory, or the one before it, all that follow are: the tail has no gap.
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
