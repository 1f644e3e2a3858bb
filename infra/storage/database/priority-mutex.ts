/** The priority of a waiter: first leases and appends, then requests, then followers of the log. */
export type Urgency = 'urgent' | 'usual' | 'background';

/** A mutex: one holder at a time. `acquire` resolves with a function that releases it, which must be called. */
type PriorityMutex = { readonly acquire: (urgency: Urgency) => Promise<() => void> };

const rankOf: Readonly<Record<Urgency, number>> = { urgent: 0, usual: 1, background: 2 };

/** Milliseconds after which the oldest waiter precedes all others, so that none starves. */
const MAX_WAIT_MS = 1000;

type Waiting = { readonly rank: number; readonly since: number; readonly go: () => void };

/** Creates a mutex that serves waiters by urgency, and in order of arrival among equals. */
export const createPriorityMutex = (now: () => number = () => performance.now()): PriorityMutex => {
  const waiting: Waiting[] = [];
  let isTaken = false;

  const next = (): void => {
    const [oldest] = waiting;
    if (!oldest) {
      isTaken = false;
      return;
    }
    // `waiting` is in order of arrival, so the first of the most urgent is found first.
    const chosen =
      now() - oldest.since > MAX_WAIT_MS
        ? oldest
        : waiting.reduce((best, candidate) => (candidate.rank < best.rank ? candidate : best), oldest);
    waiting.splice(waiting.indexOf(chosen), 1);
    chosen.go();
  };

  return {
    acquire: (urgency) =>
      new Promise((resolve) => {
        let isReleased = false;
        const release = (): void => {
          if (isReleased) return;
          isReleased = true;
          next();
        };
        const go = (): void => resolve(release);
        if (!isTaken) {
          isTaken = true;
          go();
          return;
        }
        waiting.push({ rank: rankOf[urgency], since: now(), go });
      }),
  };
};
