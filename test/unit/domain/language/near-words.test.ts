import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { damerauLevenshtein } from '../../../../domain/language/damerau-levenshtein.ts';
import { createNearWords } from '../../../../domain/language/near-words.ts';
import { createWordCounts } from '../../../../domain/retrieval/query/word-counts.ts';

// Few letters, so that many words are near each other; also words whose second occurrence has a separate bit.
const word = fc.string({ unit: fc.constantFrom(...'aeinz'), minLength: 1, maxLength: 8 });
const alphabet = 'abcdefghijklmnopqrstuvwxyz';

describe('near words', () => {
  it('equal the result of a comparison with every word, after any additions and removals', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { maxLength: 60 }),
        fc.array(fc.nat(59), { maxLength: 20 }),
        word,
        fc.constantFrom(1, 2),
        (words, removed, asked, most) => {
          const near = createNearWords();
          for (const one of words) near.add(one);
          const gone = new Set(removed.flatMap((at) => words[at] ?? []));
          for (const one of gone) near.remove(one);
          const left = words.filter((one) => !gone.has(one));
          const expected = left
            .map((one) => ({ word: one, distance: damerauLevenshtein(asked, one, most) }))
            .filter(({ distance }) => distance <= most);
          const found = near.near(asked, most, alphabet);
          expect(new Set(found)).toEqual(new Set(expected));
          expect(found).toHaveLength(expected.length);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('begin with one of the requested letters', () => {
    const near = createNearWords();
    for (const one of ['quinine', 'uinine', 'guinine']) near.add(one);
    expect(near.near('quinine', 1, 'q')).toEqual([{ word: 'quinine', distance: 0 }]);
    expect(near.near('quinine', 1, 'qg')).toHaveLength(2);
  });

  it('are words of the corpus while two passages contain them', () => {
    const counts = createWordCounts();
    const found = () => counts.near('zebrafesh', 1).map((one) => one.word);
    counts.add(new Set(['zebrafish']));
    expect(found()).toEqual([]);
    counts.add(new Set(['zebrafish']));
    expect(found()).toEqual(['zebrafish']);
    counts.add(new Set(['zebrafish']));
    counts.remove(new Set(['zebrafish']));
    expect(found()).toEqual(['zebrafish']);
    counts.remove(new Set(['zebrafish']));
    expect(found()).toEqual([]);
    expect(counts.count('zebrafish')).toBe(1);
  });
});
