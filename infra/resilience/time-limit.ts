/** Timers normally fire within milliseconds. When later than this, the process was frozen or overloaded. */
const LATE_MS = 1000;

/**
 * Creates a timeout that does not blame the other side when this process itself was stalled (SIGSTOP, a paused
 * container, a blocked event loop). Timers fire before network input that arrived meanwhile is read: a late one waits
 * once more for that, and the call may still succeed.
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
    /** Restarts the timeout after progress. */
    restart: (): void => {
      clearTimeout(timer);
      if (isLate()) stoodStill = true;
      started = now();
      timer = setTimeout(ring, milliseconds);
    },
    stop: (): void => clearTimeout(timer),
    /**
     * Whether this process was stalled since the timeout started; failures meanwhile are not the fault of the service.
     */
    stoodStill: (): boolean => stoodStill || isLate(),
  };
};
