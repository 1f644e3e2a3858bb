import { retryAfterOf } from '../../domain/kernel/failure.ts';
import { isLeaseLost } from '../../ports/leases.ts';
import { withRetries } from '../../ports/retry.ts';
import { isOutage } from './is-outage.ts';

/** Attempts to build a generation. */
const ATTEMPTS = 4;
/** For failures that suggest retrying: an outage of half a minute must not cost a rebuild. */
const PATIENT_ATTEMPTS = 8;
/** Milliseconds. */
const pauses = { firstPause: 200, maxPause: 25_600 };
/** Seconds of the longest Retry-After that is honoured: that of a circuit which has just opened. */
const MAX_RETRY_AFTER = 60;

/**
 * Builds a generation, and again after failures that may pass. An attempt waits for the time that a refusal states: a
 * service that failed for a second is not called for a minute, and its refusals would use up all attempts meanwhile.
 */
export const retryBuild = <T>(build: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  let made = 0;
  return withRetries(
    (attempt) => {
      made = attempt;
      return build();
    },
    {
      ...pauses,
      attempts: PATIENT_ATTEMPTS,
      mayPass: (error) =>
        !isLeaseLost(error) && !isOutage(error) && (retryAfterOf(error) !== undefined || made < ATTEMPTS),
      retryAfterMs: (error) => Math.min(retryAfterOf(error) ?? 0, MAX_RETRY_AFTER) * 1000,
      signal,
    },
  );
};
