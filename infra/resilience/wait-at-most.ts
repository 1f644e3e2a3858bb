import { setTimeout as pause } from 'node:timers/promises';

/** Waits for work, but no longer than so many milliseconds. Answers whether it ended; rejects if it does in time. */
export const waitAtMost = async (milliseconds: number, work: Promise<unknown>): Promise<boolean> => {
  const waiting = new AbortController();
  const late = pause(milliseconds, false, { signal: waiting.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    waiting.abort();
  }
};
