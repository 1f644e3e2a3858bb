import {
  DelegateBackoff,
  ExponentialBackoff,
  type FailureReason,
  halfJitterGenerator,
  handleWhen,
  type IBackoff,
  retry,
} from 'cockatiel';
import { abortablePause } from './abortable-pause.ts';
import { neverAborts } from './any-signal.ts';

/**
 * The number of attempts, and the pauses between them in milliseconds: doubling, with up to as much again as jitter.
 */
export type RetryPolicy = {
  readonly attempts: number;
  readonly firstPause: number;
  readonly maxPause: number;
};

export type RetryOptions = RetryPolicy & {
  /** Whether the next attempt may succeed. */
  readonly mayPass: (error: unknown) => boolean;
  /** The Retry-After of a refusal in milliseconds: the pause is no shorter. */
  readonly retryAfterMs?: (error: unknown) => number;
  /** Called for each failed attempt, counted from 1; not after the signal has aborted. */
  readonly onFailure?: (error: unknown, attempt: number) => void;
  /** Ends the pauses and prevents further attempts. One in progress runs to its end, and counts. */
  readonly signal?: AbortSignal;
};

const errorOf = (reason: FailureReason<unknown>): unknown => ('error' in reason ? reason.error : undefined);

/**
 * Repeats work that may fail for a temporary reason until it succeeds or the attempts are used up. Rejects with the
 * last failure, or with the signal's reason.
 *
 * cockatiel's own pauses continue after the signal aborts. They are therefore set to zero, and the next attempt
 * begins with a pause of ours.
 */
export const withRetries = async <T>(
  work: (attempt: number) => Promise<T>,
  { attempts, firstPause, maxPause, mayPass, retryAfterMs, onFailure, signal = neverAborts }: RetryOptions,
): Promise<T> => {
  const growing = new ExponentialBackoff({
    generator: halfJitterGenerator,
    // Half of it is jitter.
    initialDelay: 2 * firstPause,
    maxDelay: maxPause,
  });
  let usual: IBackoff<unknown> | undefined;
  let pause = 0;
  const policy = retry(handleWhen(mayPass), {
    maxAttempts: attempts - 1,
    backoff: new DelegateBackoff(({ result }) => {
      usual = (usual ?? growing).next(undefined);
      pause = Math.max(usual.duration, retryAfterMs?.(errorOf(result)) ?? 0);
      return 0;
    }),
  });
  try {
    return await policy.execute(async ({ attempt }) => {
      if (attempt > 0) await abortablePause(pause, signal);
      signal.throwIfAborted();
      try {
        return await work(attempt + 1);
      } catch (error) {
        if (!signal.aborted) onFailure?.(error, attempt + 1);
        throw error;
      }
    }, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
};
