import { describe, expect, it } from 'vitest';
import { createMemoryRateLimiter } from '../../../../../infra/cluster/rate-limiter/memory-rate-limiter.ts';
import {
  limitState,
  type SlidingWindow,
  takeFrom,
} from '../../../../../infra/cluster/rate-limiter/sliding-window.ts';
import { describeRateLimiter } from '../../../../contract/rate-limiter.contract.ts';

describeRateLimiter('in memory', async () => {
  let now = 0;
  return {
    limiter: createMemoryRateLimiter({ now: () => now }),
    pass: async (milliseconds) => {
      now += milliseconds;
    },
  };
});

describe('the in-memory rate limiter', () => {
  const limit = { name: 'bounded', points: 1, window: 60 };

  it('keeps at most its limit of keys, and forgets the least recently used first', async () => {
    const limiter = createMemoryRateLimiter({ maxKeys: 10 });
    await limiter.take(limit, 'attacker');
    for (let other = 0; other < 1000; other += 1) {
      expect((await limiter.take(limit, 'attacker')).allowed).toBe(false);
      await limiter.take(limit, `other-${other}`);
    }
    expect((await limiter.take(limit, 'other-0')).allowed).toBe(true);
    expect((await limiter.take(limit, 'other-999')).allowed).toBe(false);
  });

  it('stores a constant amount of data per key', () => {
    const uploads = { name: 'uploads', points: 1_000_000, window: 60 };
    const taken: SlidingWindow = [];
    let most = 0;
    for (let now = 0; now < 300_000; now += 7) {
      if (!limitState(taken, uploads, 20, now).allowed) continue;
      takeFrom(taken, uploads, 20, now);
      most = Math.max(most, taken.length);
    }
    expect(most).toBeGreaterThan(50);
    expect(most).toBeLessThanOrEqual(62);
  });
});
