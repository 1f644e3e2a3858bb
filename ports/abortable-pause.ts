/** Longer timers fire immediately. */
const LONGEST_MS = 2 ** 31 - 1;

/** Resolves after the milliseconds (25 days at most), or as soon as the signal aborts. Never rejects. */
export const abortablePause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(milliseconds, LONGEST_MS));
    signal.addEventListener('abort', done, { once: true });
  });
