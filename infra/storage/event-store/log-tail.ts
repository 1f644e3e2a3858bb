import type { Position } from '../../../domain/kernel/event.ts';
import type { StoredEvent, StoredPage } from '../../../ports/event-store.ts';
import type { Logger } from '../../../ports/logger.ts';
import { createPositionWaiters } from './position-waiters.ts';
import { createRecentEvents } from './recent-events.ts';

type LogTailOptions = {
  readonly readPage: (after: Position, limit: number) => Promise<StoredPage>;
  /** The poll interval in milliseconds, for when there is no hint. */
  readonly pollInterval: number;
  /** Events kept in memory for subscribers that are nearly at the head. */
  readonly capacity: number;
  /** Like `capacity`, but in stored bytes: fewer large events are kept. */
  readonly capacityBytes: number;
  readonly logger: Logger;
};

/**
 * The most recent events in memory, read once for all live subscribers of this process. They are kept in their stored
 * form: an event that this version cannot read fails only for its readers.
 *
 * Appends of this process are handed to the tail, which need not read them back. For appends of others, the tail reads
 * the log after a hint (a NOTIFY of another process) and, because hints can be lost, at every poll interval. It does
 * not poll while no reader waits.
 */
export type LogTail = {
  /** Reports that there may be new events, up to the position if it is known. */
  readonly hint: (position?: Position) => void;
  /** Accepts events that have just been committed, in the order of the log, as stored. */
  readonly feed: (events: readonly StoredEvent[]) => void;
  /** The events after a position that are in memory, or `undefined` when they no longer are. */
  readonly after: (position: Position) => readonly StoredEvent[] | undefined;
  /** All events that are in memory: without a gap, up to the head. */
  readonly held: () => readonly StoredEvent[];
  /**
   * Resolves when the log grows beyond the position, or the signal aborts. With a stream, only when there may be an
   * event of that stream: other streams do not wake it.
   */
  readonly waitBeyond: (position: Position, signal: AbortSignal, streamId?: string) => Promise<void>;
  /** The last position seen. */
  readonly head: () => Position;
  /** True after `close`: readers are no longer woken. */
  readonly isClosed: () => boolean;
  readonly close: () => Promise<void>;
};

const PAGE_SIZE = 1000;

export const createLogTail = (options: LogTailOptions): LogTail => {
  const recent = createRecentEvents(options);
  const waiters = createPositionWaiters();
  let head: Position | undefined;
  let dirty = true;
  /** The highest position of any hint: two hints of one append cause one read. */
  let announced: Position = 0;
  let closed = false;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Advances to events that begin right after the head. */
  const advanceTo = (events: readonly StoredEvent[], end: Position): void => {
    recent.keep(events);
    head = end;
    waiters.wakeBefore(end, events);
  };

  const advance = (page: StoredPage, known: Position): void => {
    if (page.head - known > options.capacity) {
      // Too far behind to be worth catching up: the subscribers read the log itself up to here.
      recent.clear();
      head = page.head;
      waiters.wakeBefore(head);
    } else if (page.scannedTo > known) {
      // Some of the page may have been fed while it was read.
      advanceTo(
        page.events.filter(({ position }) => position > known),
        page.scannedTo,
      );
      if (page.head > page.scannedTo) dirty = true;
    }
  };

  const mayBeBehind = (): boolean => dirty || announced > (head ?? 0);

  const look = async (): Promise<void> => {
    while (mayBeBehind() && !closed) {
      dirty = false;
      if (head === undefined) {
        // A tail starts at the head with its first read.
        head = (await options.readPage(Number.MAX_SAFE_INTEGER, 1)).head;
        waiters.wakeBefore(head);
      }
      const from = head;
      const announcedBefore = announced;
      const page = await options.readPage(from, PAGE_SIZE);
      advance(page, Math.max(from, head));
      // A hint of a position that the log does not have must not cause endless reads; a hint that arrived meanwhile
      // counts.
      if (announced === announcedBefore) announced = Math.min(announced, Math.max(page.head, head));
    }
  };

  const startLooking = (): void => {
    if (closed || looking) return;
    let failed = false;
    looking = look()
      .catch(() => {
        failed = true;
        dirty = true;
        options.logger.warn({ component: 'event-store' }, 'The log could not be read; trying again.');
      })
      .finally(() => {
        looking = undefined;
        // A hint that arrived after the last read must not wait for the poll; after a failure it must, or the loop
        // would spin.
        if (mayBeBehind() && !failed && waiters.count() > 0) startLooking();
        else schedulePoll();
      });
  };

  const schedulePoll = (): void => {
    clearTimeout(timer);
    if (closed || waiters.count() === 0) return;
    timer = setTimeout(() => {
      dirty = true;
      startLooking();
    }, options.pollInterval);
  };

  return {
    hint: (position) => {
      if (position === undefined) dirty = true;
      else announced = Math.max(announced, position);
      if (waiters.count() > 0 && mayBeBehind()) startLooking();
    },
    feed: (events) => {
      const last = events.at(-1);
      if (!last || closed) return;
      announced = Math.max(announced, last.position);
      const known = head;
      const news = known === undefined ? [] : events.filter(({ position }) => position > known);
      // If others have appended in between, their events are read first.
      if (known !== undefined && news[0]?.position === known + 1) advanceTo(news, last.position);
      if (waiters.count() > 0 && mayBeBehind()) startLooking();
    },
    after: recent.after,
    held: recent.held,
    waitBeyond: (position, signal, streamId) => {
      if (signal.aborted || closed || (head !== undefined && head > position)) return Promise.resolve();
      const woken = waiters.wait(position, signal, streamId);
      if (mayBeBehind()) startLooking();
      else if (!looking && waiters.count() === 1) schedulePoll();
      return woken;
    },
    head: () => head ?? 0,
    isClosed: () => closed,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      waiters.wakeAll();
      await looking;
    },
  };
};
