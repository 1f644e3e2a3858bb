import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  nearDuplicateOverlap,
  withoutNearDuplicates,
} from '../../../../../domain/retrieval/ranking/near-duplicates.ts';
import { reciprocalRankFusion } from '../../../../../domain/retrieval/ranking/reciprocal-rank-fusion.ts';

describe('reciprocal rank fusion', () => {
  it('adds 1 / (60 + rank) over the rankings', () => {
    expect(reciprocalRankFusion([{ ids: ['a', 'b'] }, { ids: ['b'] }])).toEqual([
      { id: 'b', score: 1 / 62 + 1 / 61 },
      { id: 'a', score: 1 / 61 },
    ]);
  });

  it('weighs rankings, and counts a repeated id at its first place', () => {
    expect(reciprocalRankFusion([{ ids: ['a', 'a', 'b'], weight: 2 }], 10)).toEqual([
      { id: 'a', score: 2 / 11 },
      { id: 'b', score: 2 / 12 },
    ]);
  });

  it('keeps the order of a single ranking, and does not depend on the order of the rankings', () => {
    const ids = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { maxLength: 30 });
    fc.assert(
      fc.property(ids, ids, (one, other) => {
        expect(reciprocalRankFusion([{ ids: one }]).map(({ id }) => id)).toEqual(one);
        expect(reciprocalRankFusion([{ ids: one }, { ids: other }])).toEqual(
          reciprocalRankFusion([{ ids: other }, { ids: one }]),
        );
      }),
    );
  });

  it('is empty without rankings', () => {
    expect(reciprocalRankFusion([])).toEqual([]);
    expect(reciprocalRankFusion([{ ids: [] }])).toEqual([]);
  });
});

describe('near-duplicates', () => {
  const long =
    'Assess the airway and give oxygen as needed, then start an intravenous line and watch the rhythm. '.repeat(
      3,
    );

  const kept = (texts: readonly string[]): readonly string[] =>
    withoutNearDuplicates(
      texts.map((text) => ({ text })),
      (passage) => passage,
    ).map(({ text }) => text);

  it('keep the first of equal texts', () => {
    expect(kept([long, `${long} Then go.`, 'Something else'])).toEqual([long, 'Something else']);
  });

  it('keep two short texts that differ in a dose', () => {
    const texts = ['Epinephrine 0.3 mg IM for anaphylaxis', 'Epinephrine 0.5 mg IM for anaphylaxis'];
    expect(kept(texts)).toEqual(texts);
  });

  it('keep two long texts that differ in one dose, however much they share', () => {
    const words = Array.from({ length: 90 }, (_, at) => `word${at}`).join(' ');
    const dosed = (dose: string): string => `${words}. Give epinephrine ${dose} IM into the thigh.`;
    expect(kept([dosed('0.3 mg'), dosed('3 mg'), dosed('0.5 mg')])).toHaveLength(3);
    expect(kept([dosed('0.3 mg'), dosed('.3mg'), dosed('0.30 milligrams')])).toHaveLength(1);
    expect(kept([dosed('0.3 mL of 1:1,000'), dosed('0.3 mL of 1:10,000')])).toHaveLength(2);
  });

  it('keep unrelated texts, in order', () => {
    const texts = ['one two three four five', 'six seven eight nine ten', 'x'];
    expect(kept(texts)).toEqual(texts);
  });

  it('keep only texts that share less than the limit with every kept one', () => {
    const fourWords = (text: string): ReadonlySet<string> => {
      const words = text.split(' ');
      return new Set(words.map((_, at) => words.slice(at, at + 4).join(' ')).slice(0, words.length - 3));
    };
    const shared = (one: string, other: string): number => {
      const [first, second] = [fourWords(one), fourWords(other)];
      const common = first.intersection(second).size;
      return common / (first.size + second.size - common);
    };
    const words = Array.from({ length: 120 }, (_, at) => `word${at}`);
    const changed = fc
      .uniqueArray(fc.nat(119), { maxLength: 8 })
      .map((places) => words.map((word, at) => (places.includes(at) ? `${word}x` : word)).join(' '));
    fc.assert(
      fc.property(fc.array(changed, { maxLength: 12 }), (texts) => {
        const expected: string[] = [];
        for (const text of texts) {
          if (!expected.some((other) => shared(text, other) >= nearDuplicateOverlap)) expected.push(text);
        }
        expect(kept(texts)).toEqual(expected);
      }),
    );
  });
});
