import { Failure, failure } from '../../domain/kernel/failure.ts';
import { doWithRetries, type RetryPolicy } from '../../ports/retry.ts';
import { untilAborted } from '../../ports/until-aborted.ts';
import { createGate, type GateOptions, wasRefusedHere } from './gate.ts';
import { judgeFailure, type Verdict } from './judge-failure.ts';
import { createTimeLimit } from './time-limit.ts';

type GuardOptions = GateOptions & {
  /** Milliseconds for one attempt. Shorter than the patience of its callers: one who goes away says nothing of it. */
  readonly timeoutMs: number;
  /** Absent: nothing is tried again. */
  readonly retries?: RetryPolicy & {
    /** A service that asks for a longer pause (Retry-After) is not waited for. Milliseconds. */
    readonly maxRetryAfter: number;
    /** Whether the same request may succeed later. Absent: whatever the service failed at. */
    readonly mayPass?: (error: unknown) => boolean;
  };
  /** What an error says of the service; by its code when absent. */
  readonly judge?: (error: unknown) => Verdict;
  /** Hears of each attempt that failed. */
  readonly onFailure?: (error: unknown) => void;
};

const never = AbortSignal.any([]);

/** Milliseconds that a refusal asks for (Retry-After); 0 when it does not say. */
const retryAfterOf = (error: unknown): number =>
  error instanceof Failure ? (error.reason.retryAfter ?? 0) * 1000 : 0;

/** Longer than the service asks by up to a tenth, so that not all come at the same instant. */
const askedPause = (error: unknown): number => retryAfterOf(error) * (1 + Math.random() * 0.1);

/**
 * Guards every external service: a time limit for each attempt, retries with growing pauses, a circuit that opens after
 * five failures in a row, and a bound on running and waiting calls.
 *
 * The work gets a signal that aborts with the caller's or when its time is over, and is left behind if it does not heed
 * it. Rejects with what the work rejects with; with `timeout` or `unavailable`; with the signal's reason when it aborts.
 */
export const createGuard = (options: GuardOptions) => {
  const {
    component,
    label,
    timeoutMs,
    retries,
    judge = judgeFailure,
    now = () => performance.now(),
  } = options;
  const gate = createGate(options);

  const attempt = <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> => {
    let isExcused = (): boolean => false;
    return gate(
      async () => {
        const over = new AbortController();
        const limit = createTimeLimit(timeoutMs, now, () => over.abort());
        isExcused = () => signal.aborted || limit.stoodStill();
        const both = AbortSignal.any([signal, over.signal]);
        try {
          return await untilAborted(work(both), both);
        } catch (error) {
          signal.throwIfAborted();
          if (!over.signal.aborted) throw error;
          throw new Failure(
            failure('timeout', `${label} did not answer within ${timeoutMs} ms.`, {
              component,
              details: { retryable: true },
            }),
            { cause: error },
          );
        } finally {
          limit.stop();
        }
      },
      (error) => (isExcused() ? 'unknown' : judge(error)),
      signal,
    );
  };

  return async <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal = never): Promise<T> => {
    if (retries === undefined) return attempt(work, signal);
    const { mayPass = (error) => judge(error) === 'failed', maxRetryAfter } = retries;
    return doWithRetries(() => attempt(work, signal), {
      ...retries,
      mayPass: (error) => !wasRefusedHere(error) && mayPass(error) && retryAfterOf(error) <= maxRetryAfter,
      askedPause,
      onFailure: (error) => {
        if (!wasRefusedHere(error)) options.onFailure?.(error);
      },
      signal,
    });
  };
};
