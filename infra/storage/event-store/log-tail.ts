import type { Position } from '../../../domain/kernel/event.ts';
import type { StoredEvent, StoredPage } from '../../../ports/event-store.ts';
import type { Logger } from '../../../ports/logger.ts';
import { createPositionWaiters } from './position-waiters.ts';
import { createRecentEvents } from './recent-events.ts';

type LogTailOptions = {
  readonly readPage: (after: Position, limit: number) => Promise<StoredPage>;
  /** Milliseconds between looks at the log when there is no hint. */
  readonly pollInterval: number;
  /** Events kept in memory for subscribers that are nearly at the head. */
  readonly capacity: number;
  /** The same in bytes of what is stored: large events are fewer. */
  readonly capacityBytes: number;
  readonly logger: Logger;
};

/**
 * The most recent events in memory, read once for all live subscribers of this process. They stay as they are stored:
 * an event that this version cannot read fails only for those who read it.
 *
 * What this process appends is handed to the tail, which need not read it back. The tail looks at the log for what others
 * append: when it is hinted (a NOTIFY of another process) and, hints being lossy, at every poll interval. It does not poll
 * while no reader waits.
 */
export type LogTail = {
  /** Says that there may be something new, up to the position where it is known. */
  readonly hint: (position?: Position) => void;
  /** Takes events that have just been committed, in the order of the log, as they are stored. */
  readonly feed: (events: readonly StoredEvent[]) => void;
  /** The events after a position that are in memory, or `undefined` when they no longer are. */
  readonly after: (position: Position) => readonly StoredEvent[] | undefined;
  /** All events that are in memory: without a gap, up to the head. */
  readonly held: () => readonly StoredEvent[];
  /**
   * Resolves when the log reaches beyond the position, or the signal aborts. With a stream, not before there may be an
   * event of that stream: other streams do not wake it.
   */
  readonly waitBeyond: (position: Position, signal: AbortSignal, streamId?: string) => Promise<void>;
  /** The last position seen. */
  readonly head: () => Position;
  /** Whether it was closed: no reader is woken any more. */
  readonly isClosed: () => boolean;
  readonly close: () => Promise<void>;
};

const PAGE_SIZE = 1000;

export const createLogTail = (options: LogTailOptions): LogTail => {
  const recent = createRecentEvents(options);
  const waiters = createPositionWaiters();
  let head: Position | undefined;
  let dirty = true;
  /** The furthest position that a hint spoke of: two hints of one append lead to one look. */
  let announced: Position = 0;
  let closed = false;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Goes on to events that begin right after the head. */
  const goOnTo = (events: readonly StoredEvent[], end: Position): void => {
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
      goOnTo(
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
        // A tail that looks for the first time starts at the head.
        head = (await options.readPage(Number.MAX_SAFE_INTEGER, 1)).head;
        waiters.wakeBefore(head);
      }
      const from = head;
      const announcedBefore = announced;
      const page = await options.readPage(from, PAGE_SIZE);
      advance(page, Math.max(from, head));
      // A hint of what the log turned out not to have must not make it look for ever; one that came meanwhile counts.
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
        // A hint that came after the last look must not wait for the poll; a failure must, or it would spin.
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
      // Where others have appended in between, those are read first.
      if (known !== undefined && news[0]?.position === known + 1) goOnTo(news, last.position);
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
