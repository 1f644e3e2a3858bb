import { retryAfterOf } from '../outside/retry-after.ts';
import type { DavAnswer } from '../outside/send-dav.ts';

/** The longest wait honoured, in seconds. */
const LONGEST_WAIT = 3600;

/** Returns the whole seconds of a response's `Retry-After`; undefined without one. */
export const requestedWaitOf = ({ headers }: Pick<DavAnswer, 'headers'>): number | undefined => {
  const seconds = retryAfterOf(headers.get('retry-after'));
  return seconds === undefined ? undefined : Math.min(Math.ceil(seconds), LONGEST_WAIT);
};
