type BulkheadOptions = {
  /** Maximum concurrent calls. */
  readonly concurrent: number;
  /** Maximum calls waiting for their turn. */
  readonly queued: number;
  /** The error for a call when the queue is full. */
  readonly refusal: () => Error;
};

/**
 * Limits concurrent calls, and queues a limited number in order of arrival. A caller that aborts while waiting frees
 * its place immediately.
 *
 * cockatiel's bulkhead keeps the places of aborted callers until their turn comes, and admits a new call between two
 * turns before a waiting one, which can then lose its place; p-limit's queue is unbounded.
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

  /** Acquires a place and returns its release function. Rejects with the refusal, or with the signal's reason. */
  return async (signal: AbortSignal): Promise<() => void> => {
    signal.throwIfAborted();
    if (active < concurrent) active += 1;
    else if (waiting.size < queued) await turn(signal);
    else throw refusal();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      // The place passes directly to the next in line, so no other call gets in between.
      const [next] = waiting;
      if (next) next();
      else active -= 1;
    };
  };
};
