import { isTransient, RefusedRequest } from './failures.ts';
import type { RepeatPolicy } from './repeat.ts';

/** The rate limits of a user, which reset within a window. Waiting does not help with others, e.g. failed sign-ins. */
const userLimits: readonly unknown[] = ['commands', 'questions', 'searches', 'reads'];
/** One window of a limit in seconds: people do not wait longer for a silent program. */
const MAX_WAIT_SECONDS = 61;

/** True when a user's rate limit was reached that resets soon: nothing was done, so the call can be repeated. */
const isSoonAllowed = (error: unknown): boolean =>
  error instanceof RefusedRequest &&
  error.code === 'rate_limit_exceeded' &&
  userLimits.includes(error.details?.limit) &&
  (error.retryAfter ?? Number.POSITIVE_INFINITY) <= MAX_WAIT_SECONDS;

/** For calls that must not run twice: retried only if the server reports that nothing was done. */
export const retryIfNothingDone: RepeatPolicy = {
  attempts: 4,
  firstPause: 500,
  maxPause: 4000,
  mayPass: isSoonAllowed,
};

/** Half a minute, enough for a server to restart. */
export const RESTART_PAUSES = { attempts: 8, firstPause: 500, maxPause: 8000 };

/** For calls that may run any number of times. */
export const retryThroughRestart: RepeatPolicy = {
  ...RESTART_PAUSES,
  mayPass: (error) =>
    isTransient(error) && (!(error instanceof RefusedRequest) || (error.retryAfter ?? 0) <= MAX_WAIT_SECONDS),
};
