import { afterEach, describe, expect, it, vi } from 'vitest';
import { createIdentitySource } from '../../../../infra/installation/identity-source.ts';

const { newId, derivedId } = createIdentitySource();
const timeOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Later than every id of this process, even after tests with a fake later time: ids never go back. */
const pastAllIds = (): number => Math.max(Date.now(), timeOf(newId())) + 60_000;

afterEach(() => {
  vi.useRealTimers();
});

describe('new ids', () => {
  it('are UUIDs of version 7 that begin with their creation time', () => {
    const now = pastAllIds();
    vi.useFakeTimers({ now, toFake: ['Date'] });
    const id = newId();
    expect(id).toMatch(uuidV7);
    expect(timeOf(id)).toBe(now);
  });

  it('ascend within a millisecond, from any source of the process, and when the clock is set back', () => {
    vi.useFakeTimers({ now: pastAllIds(), toFake: ['Date'] });
    const ids = Array.from({ length: 2000 }, (_, index) => {
      if (index === 1000) vi.setSystemTime(Date.now() - 3_600_000);
      return index % 2 === 0 ? newId() : createIdentitySource().newId();
    });
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
  });
});

describe('derived ids', () => {
  const seed = '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d';

  it('equal those of earlier versions of the program, so that it recognizes its earlier work', () => {
    expect(derivedId(seed, 'indexed')).toBe('0199c2f0-5a3e-7ea9-81dc-fb76b22ef385');
    expect(derivedId('query', 'asked')).toBe('b73ebedc-e6e1-7b16-9532-a55806f2957f');
  });

  it('differ by seed and by label, and keep the time only of a seed of version 7', () => {
    const [one, other] = [derivedId(seed, 'a'), derivedId(seed, 'b')];
    expect(one).not.toBe(other);
    for (const id of [one, other, derivedId('query', 'a')]) expect(id).toMatch(uuidV7);
    expect(timeOf(one)).toBe(timeOf(seed));
    expect(timeOf(derivedId(seed.replace('-7', '-4'), 'a'))).not.toBe(timeOf(seed));
  });
});
