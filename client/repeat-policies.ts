import { isTransient, RefusedRequest } from './failures.ts';
import type { RepeatPolicy } from './repeat.ts';

/** The limits of a user by their names; others, e.g. of failed sign-ins, are no matter of patience. */
const userLimits: readonly unknown[] = ['commands', 'questions', 'searches', 'reads'];
/** One window of a limit, in seconds: no person waits longer for a silent program. */
const MAX_WAIT_SECONDS = 61;

/** Whether a limit of the user was reached that soon lets go on: nothing was done, and the call can be made again. */
const isSoonAllowed = (error: unknown): boolean =>
  error instanceof RefusedRequest &&
  error.code === 'rate_limit_exceeded' &&
  userLimits.includes(error.details?.limit) &&
  (error.retryAfter ?? Number.POSITIVE_INFINITY) <= MAX_WAIT_SECONDS;

/** For calls that must not be made twice: again only where the server says that nothing was done. */
export const untilAllowed: RepeatPolicy = {
  attempts: 4,
  firstPause: 500,
  maxPause: 4000,
  mayPass: isSoonAllowed,
};

/** Half a minute, in which a server restarts. */
export const RESTART_PAUSES = { attempts: 8, firstPause: 500, maxPause: 8000 };

/** For calls that can be made any number of times. */
export const untilRestarted: RepeatPolicy = {
  ...RESTART_PAUSES,
  mayPass: (error) =>
    isTransient(error) && (!(error instanceof RefusedRequest) || (error.retryAfter ?? 0) <= MAX_WAIT_SECONDS),
};
