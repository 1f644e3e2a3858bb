import { describe, expect, it } from 'vitest';
import { addShingles, areDissimilar, likenessOf } from '../../../../domain/knowledge/likeness.ts';

const shinglesOf = (text: string): ReadonlySet<number> => {
  const shingles = new Set<number>();
  addShingles(shingles, text);
  return shingles;
};
const words = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => `word${from + index}`).join(' ');

describe('two versions of a document', () => {
  it('are alike when half of the text changed', () => {
    const [one, other] = [shinglesOf(words(0, 400)), shinglesOf(words(200, 600))];
    expect(likenessOf(one, other)).toBeCloseTo(1 / 3, 1);
    expect(areDissimilar(one, other)).toBe(false);
  });

  it('are alike despite case, spaces and punctuation', () => {
    expect(likenessOf(shinglesOf('Give 0.3 mg, IM!'), shinglesOf('give  0.3 MG im'))).toBe(1);
  });

  it('are unlike when they share almost nothing', () => {
    expect(areDissimilar(shinglesOf(words(0, 400)), shinglesOf(words(380, 800)))).toBe(true);
  });

  it('are not distinguished when the earlier one is short', () => {
    expect(areDissimilar(shinglesOf(words(1000, 2000)), shinglesOf(words(0, 40)))).toBe(false);
  });

  it('are unlike when a few words replace many, whether or not they were among them', () => {
    for (const stub of ['Moved. See the intranet.', '', words(0, 40), words(5000, 5040)])
      expect(areDissimilar(shinglesOf(stub), shinglesOf(words(0, 1000)))).toBe(true);
  });
});
