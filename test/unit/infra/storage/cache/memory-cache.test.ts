import { describe, expect, it } from 'vitest';
import { createMemoryCache } from '../../../../../infra/storage/cache/memory-cache.ts';
import { describeCache } from '../../../../contract/cache.contract.ts';

const HOUR = 3_600_000;

describeCache('memory', async () => {
  let time = 1;
  return {
    cache: createMemoryCache({ now: () => time }),
    pass: async (milliseconds) => {
      time += milliseconds;
    },
  };
});

describe('the in-memory cache', () => {
  it('limits its entries and evicts the least recently used first', async () => {
    const cache = createMemoryCache({ maxEntries: 2 });
    await cache.set('a', new Uint8Array(1), HOUR);
    await cache.set('b', new Uint8Array(1), HOUR);
    await cache.get('a');
    await cache.set('c', new Uint8Array(1), HOUR);
    expect(await cache.get('b')).toBeUndefined();
    expect(await cache.get('a')).toBeDefined();
    expect(await cache.get('c')).toBeDefined();
  });

  it('limits its bytes', async () => {
    const cache = createMemoryCache({ maxBytes: 1000 });
    const keys = Array.from({ length: 20 }, (_, index) => `k${index}`);
    for (const key of keys) await cache.set(key, new Uint8Array(200), HOUR);
    const found = await Promise.all(keys.map((key) => cache.get(key)));
    expect(found.filter((value) => value !== undefined)).toHaveLength(4);
  });

  it('does not store entries larger than itself, and forgets what they replace', async () => {
    const cache = createMemoryCache({ maxBytes: 1000 });
    await cache.set('big', new Uint8Array(100), HOUR);
    await cache.set('other', new Uint8Array(100), HOUR);
    await cache.set('big', new Uint8Array(5000), HOUR);
    expect(await cache.get('big')).toBeUndefined();
    expect(await cache.get('other')).toBeDefined();
  });
});

it('forgets everything when a key is destroyed, since any entry may depend on it', async () => {
  let destroyed = () => {};
  const cache = createMemoryCache({
    onDestroyed: (listener) => {
      destroyed = listener;
      return () => {};
    },
  });
  await cache.set('answer', new Uint8Array([1]), 60_000);
  destroyed();
  expect(await cache.get('answer')).toBeUndefined();
});
