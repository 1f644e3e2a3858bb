import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryRateLimiter } from '../../../../infra/rate-limiter/memory-rate-limiter.ts';
import { describeRateLimiter } from '../../../contract/rate-limiter.contract.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describeRateLimiter('in memory', async () => ({
  limiter: createMemoryRateLimiter(),
  pass: async (milliseconds) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
  },
}));

describe('the limiter in memory', () => {
  const limit = { name: 'bounded', points: 1, window: 60 };

  it('keeps no more keys than it may, and forgets those first that were used least recently', async () => {
    const limiter = createMemoryRateLimiter({ maxKeys: 10 });
    await limiter.take(limit, 'attacker');
    for (let other = 0; other < 1000; other += 1) {
      expect((await limiter.take(limit, 'attacker')).allowed).toBe(false);
      await limiter.take(limit, `other-${other}`);
    }
    expect((await limiter.take(limit, 'other-0')).allowed).toBe(true);
    expect((await limiter.take(limit, 'other-999')).allowed).toBe(false);
    // One timer a key: the library clears them with the keys.
    expect(vi.getTimerCount()).toBeLessThanOrEqual(10);
  });
});
