import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLexicalIndex } from '../../../domain/retrieval/lexical-index.ts';
import { emptyVocabulary } from '../../../domain/retrieval/query-vocabulary.ts';
import { correctSpelling, isDrugWord, slipsBetween } from '../../../domain/retrieval/spelling.ts';
import { drugNames } from '../../../domain/retrieval/terminology/drug-names.ts';
import { givenPassage } from './given-passages.ts';
import { lookAlikes } from './look-alikes.ts';

const withBoth = (pair: readonly string[]) => {
  const index = createLexicalIndex();
  index.putDocument(
    'd',
    [0, 1, 2].map((at) => givenPassage({ docKey: 'd', index: at, text: pair.join(' ') })),
  );
  return index.vocabulary;
};

describe('the correction of spelling', () => {
  it.each(lookAlikes)('leaves %s alone although %s looks alike', (asked, other) => {
    expect(correctSpelling(asked, emptyVocabulary)).toBeUndefined();
    expect(correctSpelling(asked, withBoth([other, other]))).toBeUndefined();
  });

  it('leaves every known drug alone', () => {
    expect([...drugNames].filter((name) => correctSpelling(name, emptyVocabulary) !== undefined)).toEqual([]);
  });

  it('does not choose between two drugs that a misspelling is near to', () => {
    // One letter from either.
    expect(slipsBetween('quinixine', 'quinidine', 2)).toBeLessThanOrEqual(2);
    expect(correctSpelling('vinbristine', emptyVocabulary)).toBeUndefined();
    expect(correctSpelling('prednisolne', emptyVocabulary)).toBeUndefined();
  });

  it('never turns one slip in a drug name into another drug', () => {
    const names = [...drugNames].filter((name) => name.length >= 6);
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.nat(),
        fc.constantFrom(...'aeioubcdlnrst'),
        (name, at, letter) => {
          const place = 1 + (at % (name.length - 1));
          const slipped = `${name.slice(0, place)}${letter}${name.slice(place + 1)}`;
          const corrected = correctSpelling(slipped, emptyVocabulary);
          if (corrected !== undefined && isDrugWord(corrected)) expect(corrected).toBe(name);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['epinephrin', 'epinephrine'],
    ['siezure', 'seizure'],
    ['anaphylaxsis', 'anaphylaxis'],
    ['defibralation', 'defibrillation'],
    ['midazolm', 'midazolam'],
    ['hydroxocobalmin', 'hydroxocobalamin'],
    ['hypoglycimia', 'hypoglycemia'],
    ['tourniqut', 'tourniquet'],
  ])('corrects %s to %s', (typed, meant) => {
    expect(correctSpelling(typed, emptyVocabulary)).toBe(meant);
  });

  it('corrects to a word of the corpus that no list knows', () => {
    const vocabulary = withBoth(['zebrafish quokkas']);
    expect(correctSpelling('zebrafesh', vocabulary)).toBe('zebrafish');
    expect(correctSpelling('zebrafesh', emptyVocabulary)).toBeUndefined();
  });

  it.each(['grandma', 'kitchen', 'the', 'dose', 'swallowed', 'iv', '0.3mg', 'x'.repeat(5000)])(
    'leaves %s as it is',
    (word) => {
      expect(correctSpelling(word, emptyVocabulary)).toBeUndefined();
    },
  );

  it('counts a swap of neighbours as one slip', () => {
    expect(slipsBetween('siezure', 'seizure', 2)).toBe(1);
    expect(slipsBetween('abc', 'abc', 2)).toBe(0);
    expect(slipsBetween('abcdef', 'ghijkl', 2)).toBeGreaterThan(2);
  });
});
