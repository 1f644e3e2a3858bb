import type { Metrics } from '../../../ports/metrics.ts';
import type { RateLimit, RateLimiter, RateLimitState } from '../../../ports/rate-limiter.ts';

/**
 * Counts for all nodes together while that can be done, and in this process alone while it cannot: no request is refused
 * or held up for the state of what is shared. What is taken together is counted here too, so that a node that is left
 * alone goes on from what was taken through it, and starts no new window for anyone.
 */
export const createFallingBackRateLimiter = (
  shared: RateLimiter,
  own: RateLimiter,
  metrics: Pick<Metrics, 'count'>,
): RateLimiter => {
  const alone = (count: () => Promise<RateLimitState>): Promise<RateLimitState> => {
    metrics.count('anamnesis_rate_limits_alone_total', {});
    return count();
  };
  const mirror = async (limit: RateLimit, key: string, points: number | undefined): Promise<void> => {
    await own.take(limit, key, points);
  };
  return {
    take: async (limit, key, points) => {
      let state: RateLimitState;
      try {
        state = await shared.take(limit, key, points);
      } catch {
        return alone(() => own.take(limit, key, points));
      }
      if (state.allowed) await mirror(limit, key, points);
      return state;
    },
    peek: async (limit, key) => {
      try {
        return await shared.peek(limit, key);
      } catch {
        return alone(() => own.peek(limit, key));
      }
    },
  };
};
