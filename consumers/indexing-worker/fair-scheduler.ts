/** A job among those that share the slots. */
export type ScheduledJob = {
  /**
   * Does a slice of the job's work as soon as a slot is free and no job that has had less time is waiting. Rejects with
   * the signal's reason when that aborts first.
   */
  readonly run: <T>(slice: () => Promise<T>, signal: AbortSignal) => Promise<T>;
  /** Whether the current slice should end soon, because another job should go first. */
  readonly shouldYield: () => boolean;
  /** Ends the job's share. Call it when the job is over, however it ended. */
  readonly leave: () => void;
};

type FairScheduler = { readonly join: (job: { readonly isLarge: boolean }) => ScheduledJob };

type Member = { readonly isLarge: boolean; had: number; since: number | undefined };
type Waiting = { readonly member: Member; readonly start: () => void };

/**
 * Shares a few slots among many jobs, as an operating system shares processors among programs: the job that has had the
 * least time goes next. A job that joins starts level with the one that has had the least, so that a small one is
 * done after a slice or two of the others, and no stream of new jobs starves an old one. A large job, whose single
 * slices may last long, never takes the last slot where there are several.
 */
export const createFairScheduler = (
  slots: number,
  now: () => number = () => performance.now(),
): FairScheduler => {
  const members = new Set<Member>();
  const waiting: Waiting[] = [];
  let running = 0;
  let largeRunning = 0;
  const maxLarge = Math.max(1, slots - 1);

  const hadBy = ({ had, since }: Member): number => had + (since === undefined ? 0 : now() - since);
  /** The waiting job that goes next, if `large` large ones are running. */
  const nextOf = (large: number): Waiting | undefined => {
    let best: Waiting | undefined;
    for (const candidate of waiting) {
      if (candidate.member.isLarge && large >= maxLarge) continue;
      if (!best || candidate.member.had < best.member.had) best = candidate;
    }
    return best;
  };
  const startNext = (): void => {
    while (running < slots) {
      const next = nextOf(largeRunning);
      if (!next) return;
      waiting.splice(waiting.indexOf(next), 1);
      running += 1;
      if (next.member.isLarge) largeRunning += 1;
      next.member.since = now();
      next.start();
    }
  };
  const release = (member: Member): void => {
    member.had = hadBy(member);
    member.since = undefined;
    running -= 1;
    if (member.isLarge) largeRunning -= 1;
    startNext();
  };
  const waitForSlot = (member: Member, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal.reason);
      };
      const entry: Waiting = {
        member,
        start: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.push(entry);
      startNext();
    });

  return {
    join: ({ isLarge }) => {
      const least = members.values().reduce((sum, other) => Math.min(sum, hadBy(other)), Infinity);
      const member: Member = { isLarge, had: Number.isFinite(least) ? least : 0, since: undefined };
      members.add(member);
      return {
        run: async (slice, signal) => {
          await waitForSlot(member, signal);
          try {
            return await slice();
          } finally {
            release(member);
          }
        },
        shouldYield: () => {
          const next = nextOf(largeRunning - (isLarge ? 1 : 0));
          return next !== undefined && next.member.had < hadBy(member);
        },
        leave: () => {
          members.delete(member);
        },
      };
    },
  };
};
