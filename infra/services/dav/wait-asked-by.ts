import { retryAfterOf } from '../outside/retry-after.ts';
import type { DavAnswer } from '../outside/send-dav.ts';

/** Longest wait that a server may ask for, in seconds. */
const LONGEST_WAIT = 3600;

/** Whole seconds that a server asks to be left alone; undefined where it does not. */
export const waitAskedBy = ({ headers }: Pick<DavAnswer, 'headers'>): number | undefined => {
  const seconds = retryAfterOf(headers.get('retry-after'));
  return seconds === undefined ? undefined : Math.min(Math.ceil(seconds), LONGEST_WAIT);
};
