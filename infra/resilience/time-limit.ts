/** A timer of a process at work is late by milliseconds. Later than this, the process was frozen or overloaded. */
const LATE_MS = 1000;

/**
 * A limit of time that is not taken for the other side's slowness when this process itself stood still (SIGSTOP, a
 * paused container, a blocked event loop). Timers run before what came in from the network meanwhile is read: one that
 * is late waits once more for that, and the call may still succeed.
 *
 * @param now milliseconds of a monotonic clock
 */
export const createTimeLimit = (milliseconds: number, now: () => number, onOver: () => void) => {
  let started = now();
  const isLate = (): boolean => now() - started > milliseconds + LATE_MS;
  let stoodStill = false;
  const ring = (): void => {
    if (isLate() && !stoodStill) {
      stoodStill = true;
      timer = setTimeout(ring, LATE_MS);
      return;
    }
    onOver();
  };
  let timer = setTimeout(ring, milliseconds);
  return {
    /** Restarts the limit: something came. */
    restart: (): void => {
      clearTimeout(timer);
      if (isLate()) stoodStill = true;
      started = now();
      timer = setTimeout(ring, milliseconds);
    },
    stop: (): void => clearTimeout(timer),
    /** Whether this process stood still since the limit was set: what failed meanwhile is not the fault of another. */
    stoodStill: (): boolean => stoodStill || isLate(),
  };
};
