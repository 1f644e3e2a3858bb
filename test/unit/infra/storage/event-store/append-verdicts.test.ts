import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure, failure } from '../../../../../domain/kernel/failure.ts';
import { createAppendCoalescer } from '../../../../../infra/storage/event-store/append-coalescer.ts';
import { defaultAppendLimits } from '../../../../../infra/storage/event-store/append-limits.ts';
import type {
  AppendOutcome,
  AppendRequest,
} from '../../../../../infra/storage/event-store/append-request.ts';

const request = (stream: number): AppendRequest => ({
  streamId: `query-${stream}`,
  expected: 'any',
  bytes: 2,
  events: [{ id: `id-${stream}`, type: 'Noted', schemaVersion: 1, data: '{}', metadata: '{}' }],
});
const appended = (requests: readonly AppendRequest[]): readonly AppendOutcome[] =>
  requests.map((_, index) => ({
    outcome: 'appended',
    revision: 0,
    position: index + 1,
    recordedAt: '2026-01-01T00:00:00.000Z',
  }));
const gone = (): Failure =>
  new Failure(
    failure('unavailable', 'The database cannot be reached.', { component: 'database', retryAfter: 1 }),
  );

const reasons = (settled: readonly PromiseSettledResult<unknown>[]): readonly unknown[] =>
  settled.map((one) =>
    one.status === 'rejected' && one.reason instanceof Failure ? one.reason.reason.code : one.status,
  );

describe('the group commit of appends', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('retries a batch as a whole when the database was gone', async () => {
    const batches: number[] = [];
    const coalescer = createAppendCoalescer(async (requests) => {
      batches.push(requests.length);
      if (batches.length === 1) throw gone();
      return appended(requests);
    }, defaultAppendLimits);
    const all = Promise.allSettled([1, 2, 3].map((n) => coalescer.append(request(n))));
    await vi.runAllTimersAsync();
    expect(reasons(await all)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(batches).toEqual([3, 3]);
  });

  it('fails all waiting appends together when the store is silent, and reports ill health until a batch succeeds', async () => {
    const batches: number[] = [];
    let away = true;
    const coalescer = createAppendCoalescer(async (requests) => {
      batches.push(requests.length);
      if (away) throw gone();
      return appended(requests);
    }, defaultAppendLimits);
    const all = Promise.allSettled([1, 2, 3].map((n) => coalescer.append(request(n))));
    await vi.runAllTimersAsync();
    expect(reasons(await all)).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(batches).toEqual([3, 3]);
    expect(coalescer.state().refused?.reason.code).toBe('unavailable');
    away = false;
    await coalescer.append(request(4));
    expect(coalescer.state()).toEqual({ oldest: 0 });
  });

  it('fails only the append that is to blame', async () => {
    const coalescer = createAppendCoalescer(async (requests) => {
      if (requests.some(({ streamId }) => streamId === 'query-2')) throw new Error('bad data');
      return appended(requests);
    }, defaultAppendLimits);
    const all = Promise.allSettled([1, 2, 3].map((n) => coalescer.append(request(n))));
    await vi.runAllTimersAsync();
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(coalescer.state().refused).toBeUndefined();
  });

  it('makes no append wait beyond the timeout, and never writes one abandoned before its turn', async () => {
    const written: string[] = [];
    let answer = (): void => {};
    const coalescer = createAppendCoalescer(async (requests) => {
      written.push(...requests.map(({ streamId }) => streamId));
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return appended(requests);
    }, defaultAppendLimits);
    const first = Promise.allSettled([coalescer.append(request(1))]);
    await vi.advanceTimersByTimeAsync(1_000);
    const second = Promise.allSettled([coalescer.append(request(2))]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(coalescer.state().oldest).toBe(6_000);
    await vi.advanceTimersByTimeAsync(defaultAppendLimits.timeout);
    expect(reasons(await first)).toEqual(['unavailable']);
    expect(reasons(await second)).toEqual(['unavailable']);
    answer();
    await coalescer.idle();
    expect(written).toEqual(['query-1']);
  });
});
