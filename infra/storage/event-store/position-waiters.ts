import type { Position } from '../../../domain/kernel/event.ts';
import type { StoredEvent } from '../../../ports/event-store.ts';

/** Subscribers that wait for the log to grow beyond a position. */
export type PositionWaiters = {
  readonly count: () => number;
  /**
   * Wakes the waiters for lower positions.
   *
   * @param news all events between the previous head and the position, if they are known
   */
  readonly wakeBefore: (position: Position, news?: readonly StoredEvent[]) => void;
  readonly wakeAll: () => void;
  /** Resolves when woken or aborted. With a stream, events of other streams do not wake it. */
  readonly wait: (beyond: Position, signal: AbortSignal, streamId: string | undefined) => Promise<void>;
};

type Waiter = {
  readonly beyond: Position;
  readonly streamId: string | undefined;
  readonly wake: () => void;
};

export const createPositionWaiters = (): PositionWaiters => {
  const waiters = new Set<Waiter>();
  return {
    count: () => waiters.size,
    wakeBefore: (position, news) => {
      const streams = news && new Set(news.map(({ streamId }) => streamId));
      for (const { beyond, streamId, wake } of waiters) {
        if (position > beyond && (streamId === undefined || (streams?.has(streamId) ?? true))) wake();
      }
    },
    wakeAll: () => {
      for (const waiter of [...waiters]) waiter.wake();
    },
    wait: (beyond, signal, streamId) =>
      new Promise((resolve) => {
        const wake = (): void => {
          waiters.delete(waiter);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const waiter: Waiter = { beyond, streamId, wake };
        waiters.add(waiter);
        signal.addEventListener('abort', wake, { once: true });
      }),
  };
};
