type BulkheadOptions = {
  /** Calls under way at once. */
  readonly concurrent: number;
  /** Calls that wait for their turn, at most. */
  readonly queued: number;
  /** The error for a call that finds no place to wait. */
  readonly refusal: () => Error;
};

/**
 * Lets a number of calls through at once and a number wait, in the order in which they came. A caller that goes away
 * while waiting frees its place at once.
 *
 * cockatiel's bulkhead keeps the places of those that went away until their turn comes, and takes a call that comes
 * between two turns before one that waits, which can then lose its place; p-limit's queue has no limit.
 */
export const createBulkhead = ({ concurrent, queued, refusal }: BulkheadOptions) => {
  let active = 0;
  const waiting = new Set<() => void>();

  const turn = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(enter);
        reject(signal.reason);
      };
      const enter = (): void => {
        waiting.delete(enter);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      waiting.add(enter);
      signal.addEventListener('abort', leave, { once: true });
    });

  /** Takes a place, and gives what hands it on. Rejects with the refusal, or with the signal's reason. */
  return async (signal: AbortSignal): Promise<() => void> => {
    signal.throwIfAborted();
    if (active < concurrent) active += 1;
    else if (waiting.size < queued) await turn(signal);
    else throw refusal();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      // The place goes straight to the next, so that no other call comes in between.
      const [next] = waiting;
      if (next) next();
      else active -= 1;
    };
  };
};
