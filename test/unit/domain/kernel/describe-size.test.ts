import { describe, expect, it } from 'vitest';
import { describeSize } from '../../../../domain/kernel/describe-size.ts';

describe('the size of a file', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [1234, '1.2 kB'],
    [28_345_678, '28.3 MB'],
    [123_456_789, '123 MB'],
    [999_499, '999 kB'],
    [999_500, '1 MB'],
    [42_100_000_000, '42.1 GB'],
    [5e18, '5000 PB'],
  ])('of %i bytes is shown in the unit that fits', (bytes, shown) => {
    expect(describeSize(bytes)).toBe(shown);
  });
});
