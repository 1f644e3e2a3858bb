import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRateQueue } from '../../../../../infra/services/evidence-sources/rate-queue.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new AbortController().signal;

describe('a rate queue', () => {
  test('starts as many at a time as allowed, and the rest in order as capacity frees up', async () => {
    const turn = createRateQueue({ requests: 3, within: 1000, waiting: 10 });
    const begun: [number, number][] = [];
    const start = performance.now();
    for (let n = 0; n < 7; n += 1) void turn(never).then(() => begun.push([n, performance.now() - start]));
    await vi.advanceTimersByTimeAsync(5000);
    expect(begun.map(([n]) => n)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const times = begun.map(([, at]) => at);
    for (const [index, at] of times.entries())
      expect(at - (times[index - 3] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(1000);
    expect(times.at(-1)).toBeLessThan(2100);
  });

  test('rejects a call immediately that would wait behind too many', async () => {
    const turn = createRateQueue({ requests: 1, within: 1000, waiting: 1 });
    await turn(never);
    void turn(never);
    await expect(turn(never)).rejects.toMatchObject({ reason: { code: 'rate_limit_exceeded' } });
    await vi.advanceTimersByTimeAsync(1000);
  });

  test('gives the turn of an aborted caller to the next', async () => {
    const turn = createRateQueue({ requests: 1, within: 1000, waiting: 5 });
    await turn(never);
    const stop = new AbortController();
    const first = turn(stop.signal);
    let second = false;
    void turn(never).then(() => {
      second = true;
    });
    stop.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(1001);
    expect(second).toBe(true);
  });

  test('does not start for a caller that aborted before', async () => {
    const turn = createRateQueue({ requests: 1, within: 1000, waiting: 5 });
    await expect(turn(AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
    await turn(never);
    expect(vi.getTimerCount()).toBe(0);
  });
});
