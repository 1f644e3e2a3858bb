import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RetryOptions, withRetries } from '../../../ports/retry.ts';

const options: RetryOptions = { attempts: 4, firstPause: 100, maxPause: 500, mayPass: () => true };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Work that fails the given number of times, and the time of each attempt. */
const failing = (times: number) => {
  const made: number[] = [];
  const started = Date.now();
  return {
    made,
    work: async (attempt: number): Promise<string> => {
      made.push(Date.now() - started);
      if (attempt <= times) throw new Error(`attempt ${attempt}`);
      return 'done';
    },
  };
};
const outcomeOf = (work: Promise<string>): Promise<string> =>
  work.catch((error: unknown) => (error instanceof Error ? error.message : 'no error'));
const finish = async (work: Promise<string>): Promise<string> => {
  const outcome = outcomeOf(work);
  await vi.runAllTimersAsync();
  return outcome;
};

describe('retried work', () => {
  it('succeeds after pauses that double, with jitter, up to the maximum', async () => {
    const { work, made } = failing(3);
    expect(await finish(withRetries(work, options))).toBe('done');
    const pauses = made.slice(1).map((at, index) => at - (made[index] ?? 0));
    for (const [index, [least, most]] of [
      [100, 200],
      [200, 400],
      [250, 500],
    ].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(least ?? 0);
      // The timer of the policy itself, of zero milliseconds, counts as one.
      expect(pauses[index]).toBeLessThanOrEqual((most ?? 0) + 1);
    }
  });

  it('fails with the last failure when all attempts have failed, each of which is reported', async () => {
    const failedAttempts: number[] = [];
    const { work } = failing(9);
    const tried = withRetries(work, {
      ...options,
      onFailure: (_, attempt) => failedAttempts.push(attempt),
    });
    expect(await finish(tried)).toBe('attempt 4');
    expect(failedAttempts).toEqual([1, 2, 3, 4]);
  });

  it('fails immediately for a permanent reason', async () => {
    const { work, made } = failing(9);
    const mayPass = (error: unknown) => error instanceof Error && error.message !== 'attempt 2';
    expect(await finish(withRetries(work, { ...options, mayPass }))).toBe('attempt 2');
    expect(made).toHaveLength(2);
  });

  it('pauses as long as the refusal asks', async () => {
    const { work, made } = failing(1);
    await finish(withRetries(work, { ...options, retryAfterMs: () => 7000 }));
    expect(made[1]).toBeGreaterThanOrEqual(7000);
  });

  it('stops in the middle of a pause when its signal aborts, and leaves no timer behind', async () => {
    const { work, made } = failing(9);
    const stop = new AbortController();
    const outcome = outcomeOf(
      withRetries(work, { ...options, firstPause: 60_000, maxPause: 60_000, signal: stop.signal }),
    );
    await vi.advanceTimersByTimeAsync(1000);
    stop.abort(new Error('stopped'));
    expect(await outcome).toBe('stopped');
    expect(vi.getTimerCount()).toBe(0);
    expect(made).toHaveLength(1);
  });

  it('does not start when the signal has aborted before', async () => {
    const { work, made } = failing(0);
    const signal = AbortSignal.abort(new Error('stopped'));
    expect(await outcomeOf(withRetries(work, { ...options, signal }))).toBe('stopped');
    expect(made).toEqual([]);
  });

  it('counts if it succeeds after the signal aborted, and is not retried if it fails', async () => {
    const failedAttempts: number[] = [];
    for (const succeeds of [true, false]) {
      const stop = new AbortController();
      const work = async () => {
        stop.abort(new Error('stopped'));
        if (!succeeds) throw new Error('failed');
        return 'done';
      };
      const onFailure = (_: unknown, attempt: number) => failedAttempts.push(attempt);
      const tried = finish(withRetries(work, { ...options, signal: stop.signal, onFailure }));
      expect(await tried).toBe(succeeds ? 'done' : 'stopped');
    }
    expect(failedAttempts).toEqual([]);
  });
});
