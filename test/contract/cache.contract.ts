import { describe, expect, test } from 'vitest';
import type { Cache } from '../../ports/cache.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const HOUR = 3_600_000;

type CacheUnderTest = {
  readonly cache: Cache;
  /** Advances the clock that the cache reads, in milliseconds. */
  readonly pass: (milliseconds: number) => Promise<void>;
};

/** The contract of every cache. `make` returns an empty one with room for at least 100 entries of a kilobyte. */
export const describeCache = (name: string, make: () => Promise<CacheUnderTest>): void => {
  describe(`cache: ${name}`, () => {
    test('starts empty', async () => {
      const { cache } = await make();
      expect(await cache.get('absent')).toBeUndefined();
    });

    test('returns exactly the bytes that were set, whatever they are', async () => {
      const { cache } = await make();
      const every = Uint8Array.from({ length: 256 }, (_, index) => index);
      await cache.set('every', every, HOUR);
      await cache.set('none', new Uint8Array(0), HOUR);
      await cache.set('naïve key: ünïcode {}', bytes('é'), HOUR);
      expect([...((await cache.get('every')) ?? [])]).toEqual([...every]);
      expect(await cache.get('none')).toHaveLength(0);
      expect([...((await cache.get('naïve key: ünïcode {}')) ?? [])]).toEqual([...bytes('é')]);
    });

    test('is unaffected by later changes to the bytes it was given', async () => {
      const { cache } = await make();
      const value = bytes('before');
      await cache.set('kept', value, HOUR);
      value.fill(0);
      expect([...((await cache.get('kept')) ?? [])]).toEqual([...bytes('before')]);
    });

    test('replaces a value together with its time to live', async () => {
      const { cache, pass } = await make();
      await cache.set('twice', bytes('first'), 100);
      await cache.set('twice', bytes('second'), HOUR);
      await pass(200);
      expect([...((await cache.get('twice')) ?? [])]).toEqual([...bytes('second')]);
    });

    test('forgets an entry when it expires, and not before', async () => {
      const { cache, pass } = await make();
      await cache.set('short', bytes('gone soon'), 1000);
      await cache.set('long', bytes('stays'), HOUR);
      await pass(500);
      expect(await cache.get('short')).toBeDefined();
      await pass(600);
      expect(await cache.get('short')).toBeUndefined();
      expect(await cache.get('long')).toBeDefined();
    });

    test('keeps nothing without a time to live', async () => {
      const { cache } = await make();
      await cache.set('now', bytes('x'), HOUR);
      await cache.set('now', bytes('y'), 0);
      expect(await cache.get('now')).toBeUndefined();
    });

    test('forgets deleted entries and no others', async () => {
      const { cache } = await make();
      await cache.set('one', bytes('1'), HOUR);
      await cache.set('other', bytes('2'), HOUR);
      await cache.delete('one');
      await cache.delete('never there');
      expect(await cache.get('one')).toBeUndefined();
      expect(await cache.get('other')).toBeDefined();
    });

    test('holds a hundred entries at a time', async () => {
      const { cache } = await make();
      const keys = Array.from({ length: 100 }, (_, index) => `entry-${index}`);
      await Promise.all(keys.map((key) => cache.set(key, bytes(key.padEnd(1000)), HOUR)));
      const found = await Promise.all(keys.map((key) => cache.get(key)));
      expect(found.map((value) => new TextDecoder().decode(value).trim())).toEqual(keys);
    });
  });
};
