import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RateLimiter } from '../../ports/rate-limiter.ts';

type RateLimiterUnderTest = {
  readonly limiter: RateLimiter;
  /** Advances the clock that the limiter reads, in milliseconds. */
  readonly pass: (milliseconds: number) => Promise<void>;
};

const three = { name: 'three', points: 3, window: 60 };

/** The contract of every rate limiter. `make` returns one that has counted nothing. */
export const describeRateLimiter = (name: string, make: () => Promise<RateLimiterUnderTest>): void => {
  describe(`rate limiter: ${name}`, () => {
    test('allows as many takes as there are points, and reports how many are left', async () => {
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

    test('returns each point one window after it was taken, and reports when', async () => {
      const { limiter, pass } = await make();
      await limiter.take(three, 'one', 2);
      await pass(20_000);
      await limiter.take(three, 'one');
      await pass(20_000);
      const refused = await limiter.take(three, 'one');
      expect(refused).toMatchObject({ allowed: false, remaining: 0 });
      expect(refused.retryAfter).toBeGreaterThan(19_000);
      expect(refused.retryAfter).toBeLessThanOrEqual(21_000);
      expect(refused.resetAfter).toBeGreaterThan(39_000);
      expect(refused.resetAfter).toBeLessThanOrEqual(41_000);
      await pass(refused.retryAfter + 1);
      expect(await limiter.take(three, 'one')).toMatchObject({ allowed: true, remaining: 1, retryAfter: 0 });
      await pass(refused.resetAfter - refused.retryAfter);
      expect(await limiter.peek(three, 'one')).toMatchObject({ allowed: true, remaining: 2 });
    });

    test('never allows more than its points within a window, nor refuses for longer than that', async () => {
      // Small limits are counted point by point, large ones are not: test both.
      const limits = fc
        .constantFrom(3, 7, 200)
        .map((points) => ({ name: `of-${points}`, points, window: 60 }));
      const turn = fc.record({
        pause: fc.oneof(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 0, max: 70_000 })),
        points: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 250 })),
      });
      await fc.assert(
        fc.asyncProperty(limits, fc.array(turn, { maxLength: 60 }), async (limit, turns) => {
          const { limiter, pass } = await make();
          const taken: { readonly at: number; readonly points: number }[] = [];
          let now = 0;
          const takePoints = async (points: number) => {
            const wanted = Math.min(points, limit.points);
            const state = await limiter.take(limit, 'one', points);
            const since = (start: number): number =>
              taken.reduce((sum, { at, points: some }) => (at > start ? sum + some : sum), 0);
            // Checking windows that end at a take is enough: no other window holds more.
            const within = since(now - 60_000);
            if (state.allowed) expect(within + wanted).toBeLessThanOrEqual(limit.points);
            else expect(since(now - 61_001) + wanted).toBeGreaterThan(limit.points);
            if (state.allowed) taken.push({ at: now, points: wanted });
            return state;
          };
          for (const { pause, points } of turns) {
            await pass(pause);
            now += pause;
            const state = await takePoints(points);
            if (state.allowed || points % 5 !== 0) continue;
            const wait = Math.ceil(state.retryAfter);
            await pass(wait);
            now += wait;
            expect((await takePoints(points)).allowed).toBe(true);
          }
        }),
        { numRuns: 60 },
      );
    });

    test('allows at most the limit of many concurrent takes', async () => {
      const { limiter } = await make();
      const states = await Promise.all(Array.from({ length: 50 }, () => limiter.take(three, 'one')));
      expect(states.filter(({ allowed }) => allowed)).toHaveLength(3);
    });

    test('takes no points when it refuses', async () => {
      const { limiter } = await make();
      expect((await limiter.take(three, 'one', 2)).allowed).toBe(true);
      expect(await limiter.take(three, 'one', 2)).toMatchObject({ allowed: false, remaining: 1 });
      expect(await limiter.take(three, 'one', 1)).toMatchObject({ allowed: true, remaining: 0 });
    });

    test('counts a take of more than the limit as a take of the limit', async () => {
      const { limiter } = await make();
      expect(await limiter.take(three, 'one', 1000)).toMatchObject({ allowed: true, remaining: 0 });
      expect((await limiter.take(three, 'one')).allowed).toBe(false);
    });

    test('counts each key and each limit separately', async () => {
      const { limiter } = await make();
      for (let turn = 1; turn <= 3; turn += 1) await limiter.take(three, 'one');
      expect((await limiter.take(three, 'one')).allowed).toBe(false);
      expect((await limiter.take(three, 'naïve: {other}')).allowed).toBe(true);
      expect((await limiter.take({ ...three, name: 'another' }, 'one')).allowed).toBe(true);
    });

    test('peeks without taking', async () => {
      const { limiter, pass } = await make();
      expect(await limiter.peek(three, 'one')).toEqual({
        allowed: true,
        remaining: 3,
        resetAfter: 0,
        retryAfter: 0,
      });
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
