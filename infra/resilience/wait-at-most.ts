import { abortablePause } from '../../ports/abortable-pause.ts';

/** Waits for work for a limited time. Returns whether it finished; rejects if the work rejects in time. */
export const waitAtMost = async (milliseconds: number, work: Promise<unknown>): Promise<boolean> => {
  const waiting = new AbortController();
  const late = abortablePause(milliseconds, waiting.signal).then(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    waiting.abort();
  }
};
