import type { Metrics } from '../../../ports/metrics.ts';
import type { RateLimit, RateLimiter, RateLimitState } from '../../../ports/rate-limiter.ts';

/**
 * Creates a limiter that counts for all nodes together while possible, and in this process alone otherwise: no request
 * is refused or delayed because the shared counts are unavailable. Shared takes are also counted here, so a node on its
 * own continues from the takes that went through it, and starts no new window for anyone.
 */
export const createFallbackRateLimiter = (
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
