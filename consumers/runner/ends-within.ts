import { abortablePause } from '../../ports/abortable-pause.ts';

/** Whether work ends within the milliseconds; rejects if it rejects in time. */
export const endsWithin = async (milliseconds: number, work: Promise<unknown>): Promise<boolean> => {
  const waiting = new AbortController();
  const late = abortablePause(milliseconds, waiting.signal).then(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    waiting.abort();
  }
};
