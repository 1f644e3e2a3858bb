import type { Readable } from 'node:stream';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Position } from '../../domain/kernel/event.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventFilter } from '../../ports/event-store.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import type { HttpLimits } from '../http-limits.ts';
import { createEventOwnership } from './event-ownership.ts';
import { createFeedListener, type FeedListener } from './feed-listener.ts';
import { type Notice, type NoticeBatch, noticesOf, withOwnership } from './notices.ts';

/** The events that one listener requests and may receive. */
type Listening = {
  /** The first messages, before everything else. */
  readonly opening: string;
  /** The listener has received everything up to this position. */
  readonly from: Position;
  /** Filters the log reading for a listener that is behind. */
  readonly filter: EventFilter;
  /**
   * Whether the listener receives an event. Called for each event and listener, so it must decide from memory; it
   * must apply `filter` too.
   */
  readonly passes: (notice: Notice) => boolean;
  /** Whether `passes` depends on the owner of an event: finding it takes a read of the log for each new stream. */
  readonly needsOwners: boolean;
};

/** Informs many listeners of events. */
export type LiveFeed = {
  /** Follows the log until the signal aborts. */
  readonly listen: (listening: Listening, signal: AbortSignal) => Readable;
};

type Needs = Pick<HttpApiServices, 'eventStore'> & {
  readonly limits: Pick<HttpLimits, 'heartbeatInterval'>;
  readonly clock: Pick<Clock, 'elapsed'>;
};

/** Events per batch. */
const PAGE_SIZE = 200;
/** Listeners notified per turn of the event loop, about half a millisecond. */
const SLICE = 32;
/**
 * After notifying all listeners the feed pauses for this multiple of the time spent, and so uses at most a fifth of a
 * processor.
 */
const REST_FACTOR = 4;
/** The longest pause, short enough not to be noticed. */
const MAX_REST_MS = 250;

/**
 * Follows the log once for all listeners of this process, and serialises each event once. While listeners are
 * notified, and for some time afterwards, further events accumulate and are sent together: more listeners mean fewer,
 * larger batches, so that the processor stays free for commands.
 */
export const createLiveFeed = ({ eventStore, limits, clock }: Needs): LiveFeed => {
  const listeners = new Set<FeedListener>();
  /** Those of them that need to know the owners of events. */
  const askingForOwners = new Set<FeedListener>();
  const ownerships = createEventOwnership({ eventStore });
  type Following = { readonly from: Promise<void>; readonly stop: AbortController };
  let following: Following | undefined;
  let position: Position = 0;

  const notify = async (batch: NoticeBatch): Promise<number> => {
    const everybody = [...listeners];
    let busy = 0;
    for (let at = 0; at < everybody.length; at += SLICE) {
      if (at > 0) await nextTurn();
      const started = clock.elapsed();
      for (const listener of everybody.slice(at, at + SLICE)) listener.offer(batch);
      busy += clock.elapsed() - started;
    }
    return busy;
  };
  const follow = async (signal: AbortSignal): Promise<void> => {
    for await (const page of eventStore.subscribePages(position, undefined, signal, PAGE_SIZE)) {
      if (signal.aborted) return;
      // Before the notification: a listener that joins meanwhile reads up to here from the log.
      position = page.scannedTo;
      // Also while no listener asks for owners: the next listener that does must not be shown what was shared before.
      ownerships.heed(page.events);
      const batch = noticesOf(page);
      const busy = await notify(askingForOwners.size > 0 ? await withOwnership(batch, ownerships.of) : batch);
      const rest = Math.min(busy * REST_FACTOR, MAX_REST_MS);
      if (rest >= 1) await delay(rest, undefined, { signal }).catch(() => {});
    }
  };
  /** The feed ends for all listeners when the log is closed or cannot be read: they reconnect, perhaps elsewhere. */
  const endAll = (error?: unknown): void => {
    const reason = error === undefined || error instanceof Error ? error : new Error('The log ended early.');
    for (const { end } of [...listeners]) end(reason);
  };

  const begin = (): Following => {
    const stop = new AbortController();
    const begun: Following = {
      stop,
      from: eventStore.head().then((head) => {
        position = head;
        // Shares granted or revoked while there were no listeners were missed.
        ownerships.forget();
        const beats = setInterval(() => {
          for (const listener of listeners) listener.beat();
        }, limits.heartbeatInterval / 2);
        follow(stop.signal)
          .catch((error: unknown) => error)
          .then((error) => {
            clearInterval(beats);
            // All listeners have left; new ones use the next feed.
            if (following !== begun) return;
            following = undefined;
            endAll(error);
          });
      }),
    };
    begun.from.catch(() => {
      if (following === begun) following = undefined;
    });
    return begun;
  };
  const join = async (listener: FeedListener): Promise<Position> => {
    listeners.add(listener);
    following ??= begin();
    await following.from;
    return position;
  };
  const leave = (listener: FeedListener): void => {
    listeners.delete(listener);
    askingForOwners.delete(listener);
    if (listeners.size > 0) return;
    following?.stop.abort();
    following = undefined;
  };

  return {
    listen: ({ opening, from, filter, passes, needsOwners }, signal) => {
      const listener = createFeedListener({
        opening,
        from,
        passes,
        join,
        leave,
        readLog: async (after) => {
          const batch = noticesOf(await eventStore.readPage(after, PAGE_SIZE, filter));
          return needsOwners ? withOwnership(batch, ownerships.of) : batch;
        },
      });
      if (needsOwners) askingForOwners.add(listener);
      if (signal.aborted) listener.end();
      else signal.addEventListener('abort', () => listener.end(), { once: true });
      return listener.content;
    },
  };
};
