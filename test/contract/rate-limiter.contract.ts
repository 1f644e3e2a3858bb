import { describe, expect, test } from 'vitest';
import type { RateLimiter } from '../../ports/rate-limiter.ts';

type RateLimiterUnderTest = {
  readonly limiter: RateLimiter;
  /** Lets milliseconds go by, on whatever clock the limiter looks at. */
  readonly pass: (milliseconds: number) => Promise<void>;
};

const three = { name: 'three', points: 3, window: 60 };

/** What every rate limiter promises. `make` gives one that has counted nothing. */
export const describeRateLimiter = (name: string, make: () => Promise<RateLimiterUnderTest>): void => {
  describe(`rate limiter: ${name}`, () => {
    test('allows as many takes as there are points, and tells how many are left', async () => {
      const { limiter } = await make();
      const states = [];
      for (let turn = 1; turn <= 4; turn += 1) states.push(await limiter.take(three, 'one'));
      expect(states.map(({ allowed, remaining }) => ({ allowed, remaining }))).toEqual([
        { allowed: true, remaining: 2 },
        { allowed: true, remaining: 1 },
        { allowed: true, remaining: 0 },
        { allowed: false, remaining: 0 },
      ]);
    });

    test('tells when all points are there again, and has them then', async () => {
      const { limiter, pass } = await make();
      for (let turn = 1; turn <= 3; turn += 1) await limiter.take(three, 'one');
      await pass(20_000);
      const refused = await limiter.take(three, 'one');
      expect(refused.allowed).toBe(false);
      expect(refused.resetAfter).toBeGreaterThan(39_000);
      expect(refused.resetAfter).toBeLessThanOrEqual(40_000);
      await pass(refused.resetAfter + 1);
      expect(await limiter.take(three, 'one')).toMatchObject({ allowed: true, remaining: 2 });
    });

    test('allows no more of many that come together', async () => {
      const { limiter } = await make();
      const states = await Promise.all(Array.from({ length: 50 }, () => limiter.take(three, 'one')));
      expect(states.filter(({ allowed }) => allowed)).toHaveLength(3);
    });

    test('takes nothing for what it refuses', async () => {
      const { limiter } = await make();
      expect((await limiter.take(three, 'one', 2)).allowed).toBe(true);
      expect(await limiter.take(three, 'one', 2)).toMatchObject({ allowed: false, remaining: 1 });
      expect(await limiter.take(three, 'one', 1)).toMatchObject({ allowed: true, remaining: 0 });
    });

    test('lets one take of more than a whole window pass as one of a whole window', async () => {
      const { limiter } = await make();
      expect(await limiter.take(three, 'one', 1000)).toMatchObject({ allowed: true, remaining: 0 });
      expect((await limiter.take(three, 'one')).allowed).toBe(false);
    });

    test('counts each key and each limit for itself', async () => {
      const { limiter } = await make();
      for (let turn = 1; turn <= 3; turn += 1) await limiter.take(three, 'one');
      expect((await limiter.take(three, 'one')).allowed).toBe(false);
      expect((await limiter.take(three, 'naïve: {other}')).allowed).toBe(true);
      expect((await limiter.take({ ...three, name: 'another' }, 'one')).allowed).toBe(true);
    });

    test('looks without taking', async () => {
      const { limiter, pass } = await make();
      expect(await limiter.peek(three, 'one')).toEqual({ allowed: true, remaining: 3, resetAfter: 0 });
      await limiter.take(three, 'one', 2);
      expect(await limiter.peek(three, 'one')).toMatchObject({ allowed: true, remaining: 1 });
      expect(await limiter.peek(three, 'one')).toMatchObject({ allowed: true, remaining: 1 });
      await limiter.take(three, 'one');
      expect(await limiter.peek(three, 'one')).toMatchObject({ allowed: false, remaining: 0 });
      await pass(60_001);
      expect(await limiter.peek(three, 'one')).toMatchObject({ allowed: true, remaining: 3 });
    });
  });
};
