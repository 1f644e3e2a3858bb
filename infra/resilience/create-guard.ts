import { Failure, failure, retryAfterOf } from '../../domain/kernel/failure.ts';
import { anySignal, neverAborts } from '../../ports/any-signal.ts';
import { type RetryPolicy, withRetries } from '../../ports/retry.ts';
import { untilAborted } from '../../ports/until-aborted.ts';
import { createGate, type GateOptions, wasRefusedLocally } from './gate.ts';
import { judgeFailure, type Verdict } from './judge-failure.ts';
import { createTimeLimit } from './time-limit.ts';

type GuardOptions = GateOptions & {
  /**
   * Timeout of one attempt in milliseconds. Shorter than that of its callers: an aborted call is no evidence about the
   * service.
   */
  readonly timeoutMs: number;
  /** No retries when absent. */
  readonly retries?: RetryPolicy & {
    /** Longest Retry-After that is honoured; a longer one fails the call. Milliseconds. */
    readonly maxRetryAfter: number;
    /** Whether the same request may succeed later. Default: any failure of the service. */
    readonly mayPass?: (error: unknown) => boolean;
  };
  /** Classifies an error as evidence about the service; default: by its code. */
  readonly judge?: (error: unknown) => Verdict;
  /** Called for each failed attempt. */
  readonly onFailure?: (error: unknown) => void;
};

/** The Retry-After of a refusal in milliseconds; 0 if it has none. */
const requestedMs = (error: unknown): number => (retryAfterOf(error) ?? 0) * 1000;

/** The requested pause plus up to a tenth, so that callers do not all return at the same instant. */
const retryAfterMs = (error: unknown): number => requestedMs(error) * (1 + Math.random() * 0.1);

/**
 * Creates a guard for an external service: a timeout per attempt, retries with growing pauses, a circuit that opens
 * after five failures in a row, and bounds on running and waiting calls.
 *
 * The work gets a signal that aborts with the caller's or on timeout, and is abandoned if it ignores it. Rejects with
 * the error of the work, with `timeout` or `unavailable`, or with the signal's reason when it aborts.
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
        const both = anySignal([signal, over.signal]);
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

  return async <T>(
    work: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal = neverAborts,
  ): Promise<T> => {
    if (retries === undefined) return attempt(work, signal);
    const { mayPass = (error) => judge(error) === 'failed', maxRetryAfter } = retries;
    return withRetries(() => attempt(work, signal), {
      ...retries,
      mayPass: (error) => !wasRefusedLocally(error) && mayPass(error) && requestedMs(error) <= maxRetryAfter,
      retryAfterMs,
      onFailure: (error) => {
        if (!wasRefusedLocally(error)) options.onFailure?.(error);
      },
      signal,
    });
  };
};
