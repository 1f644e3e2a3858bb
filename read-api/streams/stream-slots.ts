import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { Metrics } from '../../ports/metrics.ts';

/** Limits the number of open streams. */
export type StreamSlots = {
  /**
   * Takes a slot and returns a function that releases it (harmless when repeated).
   *
   * @throws Failure `rate_limit_exceeded` when the caller has too many, `unavailable` when there are too many in
   *   total
   */
  readonly take: (callerId: string) => () => void;
};

const RETRY_AFTER_SECONDS = 10;

export const createStreamSlots = (
  limits: { readonly maxStreams: number; readonly maxStreamsPerCaller: number },
  metrics: Metrics,
): StreamSlots => {
  const open = new Map<string, number>();
  let total = 0;

  const change = (callerId: string, by: 1 | -1): void => {
    total += by;
    const left = (open.get(callerId) ?? 0) + by;
    if (left === 0) open.delete(callerId);
    else open.set(callerId, left);
    metrics.gauge('anamnesis_http_streams_open', total, {});
  };

  return {
    take: (callerId) => {
      if ((open.get(callerId) ?? 0) >= limits.maxStreamsPerCaller)
        throw new Failure(
          failure('rate_limit_exceeded', 'You have too many open streams. Close one first.', {
            details: { limit: limits.maxStreamsPerCaller },
            retryAfter: RETRY_AFTER_SECONDS,
          }),
        );
      if (total >= limits.maxStreams)
        throw new Failure(
          failure('unavailable', 'No further stream can be opened at the moment.', {
            component: 'http',
            retryAfter: RETRY_AFTER_SECONDS,
          }),
        );
      change(callerId, 1);
      let taken = true;
      return () => {
        if (!taken) return;
        taken = false;
        change(callerId, -1);
      };
    },
  };
};
