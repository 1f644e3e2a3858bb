import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimit, RateLimiter, RateLimitState } from '../../ports/rate-limiter.ts';

/** Keys of one limit, about 300 bytes each: more users than that are at work in no hospital. */
const MAX_KEYS = 20_000;

/** The counts of one limit. The library keeps any number of keys, so the oldest are taken out of it here. */
const createCounts = ({ points, window }: RateLimit, maxKeys: number) => {
  const counts = new RateLimiterMemory({ points, duration: window });
  const keys = new LRUCache<string, true>({
    max: maxKeys,
    dispose: (_, key, reason) => {
      if (reason === 'evict') void counts.delete(key);
    },
  });
  return {
    counts,
    remember: (key: string): void => {
      if (keys.get(key) === undefined) keys.set(key, true);
    },
  };
};

const stateOf = (answer: RateLimiterRes, allowed: boolean): RateLimitState => ({
  allowed,
  remaining: answer.remainingPoints,
  resetAfter: Math.max(answer.msBeforeNext, 0),
});

/** Counts in the memory of this process: each node of several has counts of its own. */
export const createMemoryRateLimiter = ({
  maxKeys = MAX_KEYS,
}: {
  readonly maxKeys?: number;
} = {}): RateLimiter => {
  const byName = new Map<string, ReturnType<typeof createCounts>>();
  const countsOf = (limit: RateLimit): ReturnType<typeof createCounts> => {
    const known = byName.get(limit.name) ?? createCounts(limit, maxKeys);
    byName.set(limit.name, known);
    return known;
  };
  return {
    take: async (limit, key, points = 1) => {
      const { counts, remember } = countsOf(limit);
      const asked = Math.min(points, limit.points);
      remember(key);
      try {
        return stateOf(await counts.consume(key, asked), true);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return stateOf(await counts.reward(key, asked), false);
      }
    },
    peek: async (limit, key) => {
      const answer = await countsOf(limit).counts.get(key);
      return answer === null || answer.msBeforeNext <= 0
        ? { allowed: true, remaining: limit.points, resetAfter: 0 }
        : stateOf(answer, answer.remainingPoints > 0);
    },
  };
};
