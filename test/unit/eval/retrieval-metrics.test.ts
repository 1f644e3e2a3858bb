import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  meanPerCategory,
  meanScores,
  ndcgAt,
  recallAt,
  reciprocalRankAt,
  scoreRanking,
  successAt,
} from '../../eval/retrieval-metrics.ts';

const relevant = [
  { file: 'a', grade: 2 },
  { file: 'b', grade: 1 },
];

describe('retrieval metrics', () => {
  it('count a document once, at its first position', () => {
    expect(successAt(3, ['x', 'x', 'y', 'y', 'b'], relevant)).toBe(1);
    expect(successAt(2, ['x', 'x', 'y', 'y', 'b'], relevant)).toBe(0);
    expect(reciprocalRankAt(10, ['x', 'x', 'y', 'b'], relevant)).toBeCloseTo(1 / 3);
    expect(recallAt(10, ['a', 'a'], relevant)).toBe(0.5);
  });

  it('compute nDCG with graded gains', () => {
    // Computed by hand: gains 3 and 1 at ranks 1 and 2 are ideal; the reverse order is 1 + 3 / log2(3).
    expect(ndcgAt(10, ['a', 'b'], relevant)).toBe(1);
    expect(ndcgAt(10, ['b', 'a'], relevant)).toBeCloseTo((1 + 3 / Math.log2(3)) / (3 + 1 / Math.log2(3)));
    expect(ndcgAt(10, ['x'], relevant)).toBe(0);
  });

  it('use the highest grade of a file that is labelled twice', () => {
    expect(
      ndcgAt(
        10,
        ['a'],
        [
          { file: 'a', grade: 1 },
          { file: 'a', grade: 2 },
        ],
      ),
    ).toBe(1);
  });

  it('ignore results beyond k', () => {
    const ranked = Array.from({ length: 10 }, (_, index) => `x${index}`).concat('a');
    expect(scoreRanking(ranked, relevant)).toEqual({
      successAt1: 0,
      successAt3: 0,
      recallAt10: 0,
      mrrAt10: 0,
      ndcgAt10: 0,
    });
  });

  it('are between 0 and 1, and a perfect ranking has 1 everywhere', () => {
    const file = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    fc.assert(
      fc.property(fc.array(file, { maxLength: 12 }), (ranked) => {
        for (const value of Object.values(scoreRanking(ranked, relevant))) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
      }),
    );
    expect(new Set(Object.values(scoreRanking(['a', 'b'], relevant)))).toEqual(new Set([1]));
  });

  it('are averaged per category and over all', () => {
    const good = scoreRanking(['a', 'b'], relevant);
    const bad = scoreRanking(['x'], relevant);
    const means = meanPerCategory([
      { category: 'm', scores: good },
      { category: 'm', scores: bad },
      { category: 'n', scores: good },
    ]);
    expect([...means.keys()]).toEqual(['all', 'm', 'n']);
    expect(means.get('m')).toMatchObject({ questions: 2, successAt1: 0.5 });
    expect(means.get('all')?.successAt1).toBeCloseTo(2 / 3);
    expect(meanScores([]).questions).toBe(0);
  });
});
