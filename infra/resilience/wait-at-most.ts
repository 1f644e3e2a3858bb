import { setTimeout as pause } from 'node:timers/promises';

/** Waits for work for a limited time. Returns whether it finished; rejects if the work rejects in time. */
export const waitAtMost = async (milliseconds: number, work: Promise<unknown>): Promise<boolean> => {
  const waiting = new AbortController();
  const late = pause(milliseconds, false, { signal: waiting.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    waiting.abort();
  }
};
