import { describe, expect, it } from 'vitest';
import { readRomanNumeral } from '../../../../domain/language/roman-numerals.ts';

describe('Roman numerals', () => {
  it.each([
    ['I', 1],
    ['iv', 4],
    ['IX', 9],
    ['XII', 12],
    ['XIX', 19],
    ['XXXIX', 39],
  ])('%s is %i', (text, value) => {
    expect(readRomanNumeral(text)).toBe(value);
  });

  it.each(['', 'IIII', 'VX', 'IC', 'IM', 'XXXX', 'iv2', 'mix'])('%j is not one', (text) => {
    expect(readRomanNumeral(text)).toBeUndefined();
  });
});
