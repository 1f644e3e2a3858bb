/** Who goes first when several wait: leases and appends, then whoever asks something, then what follows the log. */
export type Urgency = 'urgent' | 'usual' | 'background';

/** Lets one in at a time. Resolves with how to leave again, which must be called. */
export type PriorityMutex = { readonly enter: (urgency: Urgency) => Promise<() => void> };

const rankOf: Readonly<Record<Urgency, number>> = { urgent: 0, usual: 1, background: 2 };

/** Milliseconds after which whoever waits goes before all that came later: nobody starves. */
const LONGEST_WAIT_MS = 1000;

type Waiting = { readonly rank: number; readonly since: number; readonly go: () => void };

/** Those who wait go in by urgency, and in order of their coming among equals. */
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
      now() - oldest.since > LONGEST_WAIT_MS
        ? oldest
        : waiting.reduce((best, candidate) => (candidate.rank < best.rank ? candidate : best), oldest);
    waiting.splice(waiting.indexOf(chosen), 1);
    chosen.go();
  };

  return {
    enter: (urgency) =>
      new Promise((resolve) => {
        let hasLeft = false;
        const leave = (): void => {
          if (hasLeft) return;
          hasLeft = true;
          next();
        };
        const go = (): void => resolve(leave);
        if (!isTaken) {
          isTaken = true;
          go();
          return;
        }
        waiting.push({ rank: rankOf[urgency], since: now(), go });
      }),
  };
};
