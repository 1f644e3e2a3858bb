import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWordLookups } from '../../../../projections/search/word-lookups.ts';

describe('a word lookup', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is given up after a timeout, and not started again while the abandoned one is pending', async () => {
    const lookups = createWordLookups();
    const locked = Promise.withResolvers<string>();
    const first = lookups.within(100, () => locked.promise);
    const refused = expect(first).rejects.toMatchObject({ reason: { code: 'timeout' } });
    await vi.advanceTimersByTimeAsync(100);
    await refused;
    const work = vi.fn(async () => 'found');
    await expect(lookups.within(100, work)).rejects.toMatchObject({ reason: { code: 'unavailable' } });
    expect(work).not.toHaveBeenCalled();
    locked.resolve('late');
    await locked.promise;
    await vi.advanceTimersByTimeAsync(0);
    expect(await lookups.within(100, work)).toBe('found');
  });

  it('that fails in time does not prevent an immediate retry', async () => {
    const lookups = createWordLookups();
    await expect(lookups.within(100, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await lookups.within(100, async () => 'found')).toBe('found');
  });
});
