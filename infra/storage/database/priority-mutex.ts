/** Who goes first when several wait: leases and appends, then requests, then followers of the log. */
export type Urgency = 'urgent' | 'usual' | 'background';

/** A mutex: one holder at a time. Resolves with how to release it, which must be called. */
type PriorityMutex = { readonly acquire: (urgency: Urgency) => Promise<() => void> };

const rankOf: Readonly<Record<Urgency, number>> = { urgent: 0, usual: 1, background: 2 };

/** Milliseconds after which a waiter goes before all that came later, so that none starves. */
const MAX_WAIT_MS = 1000;

type Waiting = { readonly rank: number; readonly since: number; readonly go: () => void };

/** Those who wait get it by urgency, and in order of their asking among equals. */
export const createPriorityMutex = (now: () => number = () => performance.now()): PriorityMutex => {
  const waiting: Waiting[] = [];
  let isTaken = false;

  const next = (): void => {
    const [oldest] = waiting;
    if (!oldest) {
      isTaken = false;
      return;
    }
    // In order of coming, so the first of the most urgent is found first.
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
