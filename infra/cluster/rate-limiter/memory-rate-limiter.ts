import { LRUCache } from 'lru-cache';
import type { RateLimit, RateLimiter } from '../../../ports/rate-limiter.ts';
import { limitState, type SlidingWindow, takeFrom } from './sliding-window.ts';

/** Maximum keys of one limit; no hospital has more users at work. */
const MAX_KEYS = 20_000;

/**
 * Creates a limiter that counts in the memory of this process: each of several nodes has its own counts.
 *
 * @param options.now milliseconds of a monotonic clock
 */
export const createMemoryRateLimiter = ({
  maxKeys = MAX_KEYS,
  now = () => performance.now(),
}: {
  readonly maxKeys?: number;
  readonly now?: () => number;
} = {}): RateLimiter => {
  const byName = new Map<string, LRUCache<string, SlidingWindow>>();
  const keysOf = ({ name }: RateLimit): LRUCache<string, SlidingWindow> => {
    const known = byName.get(name) ?? new LRUCache<string, SlidingWindow>({ max: maxKeys });
    byName.set(name, known);
    return known;
  };
  return {
    take: async (limit, key, points = 1) => {
      const keys = keysOf(limit);
      const taken = keys.get(key) ?? [];
      const wanted = Math.min(points, limit.points);
      const moment = now();
      const before = limitState(taken, limit, wanted, moment);
      if (!before.allowed) return before;
      takeFrom(taken, limit, wanted, moment);
      keys.set(key, taken);
      return { ...limitState(taken, limit, 0, moment), allowed: true };
    },
    peek: async (limit, key) => limitState(keysOf(limit).get(key) ?? [], limit, 1, now()),
  };
};
