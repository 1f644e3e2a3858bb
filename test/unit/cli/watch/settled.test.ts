import { expect, it } from 'vitest';
import { createStabilityCheck } from '../../../../cli/watch/settled.ts';

it('counts a file as settled after it has not changed for long enough, and starts over after each change', () => {
  let now = 0;
  const hasSettled = createStabilityCheck(3000, () => now);
  const isSettledAt = (milliseconds: number, stamp: string): boolean => {
    now = milliseconds;
    return hasSettled('a.pdf', stamp);
  };
  expect(isSettledAt(0, '10 bytes')).toBe(false);
  expect(isSettledAt(2000, '20 bytes')).toBe(false);
  // The file is older than that, and has grown meanwhile.
  expect(isSettledAt(4000, '20 bytes')).toBe(false);
  expect(isSettledAt(5000, '20 bytes')).toBe(true);
  expect(isSettledAt(6000, '30 bytes')).toBe(false);
  expect(isSettledAt(9000, '30 bytes')).toBe(true);
});

it('tracks each file separately', () => {
  let now = 0;
  const hasSettled = createStabilityCheck(3000, () => now);
  hasSettled('a.pdf', 'same');
  now = 3000;
  expect(hasSettled('b.pdf', 'same')).toBe(false);
  expect(hasSettled('a.pdf', 'same')).toBe(true);
});

it('does not wait when no settling time is set', () => {
  expect(createStabilityCheck(0)('a.pdf', 'new')).toBe(true);
});
