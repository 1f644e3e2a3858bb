import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { liveSignal } from '../../../read-api/routing/live-signal.ts';

const clock = { now: () => new Date().toISOString() };
const DAY = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the abort signal of a waiting request', () => {
  it('aborts when the token expires', async () => {
    const live = liveSignal(new AbortController().signal, { expiresAt: Date.now() + 1000 }, clock);
    await vi.advanceTimersByTimeAsync(999);
    expect(live.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(live.aborted).toBe(true);
    expect(live.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('aborts when the token is revoked', () => {
    const end = new AbortController();
    const live = liveSignal(new AbortController().signal, { watchEnd: () => end.signal }, clock);
    end.abort();
    expect(live.aborted).toBe(true);
  });

  it('does not abort early for a token that lasts longer than a timer can', async () => {
    const live = liveSignal(new AbortController().signal, { expiresAt: Date.now() + 366 * DAY }, clock);
    await vi.advanceTimersByTimeAsync(DAY);
    expect(live.aborted).toBe(false);
  });

  it('cancels its timer when the request is over', () => {
    const request = new AbortController();
    const live = liveSignal(request.signal, { expiresAt: Date.now() + DAY }, clock);
    expect(vi.getTimerCount()).toBe(1);
    request.abort();
    expect(live.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('starts no timer for a request that is already over', () => {
    expect(liveSignal(AbortSignal.abort(), { expiresAt: Date.now() + DAY }, clock).aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});
