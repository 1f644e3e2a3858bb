import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blendRerankScores } from '../../../../../domain/retrieval/ranking/blend-rerank-scores.ts';
import type { RankedPassage } from '../../../../../domain/retrieval/ranking/rank-passages.ts';
import { givenPassage } from '../given-passages.ts';

const ranked = (scores: readonly number[]): readonly RankedPassage[] =>
  scores.map((score, index) => ({ passage: givenPassage({ index }), score, stages: { lexical: 1 } }));
const indexes = (passages: readonly RankedPassage[]): readonly number[] =>
  passages.map(({ passage }) => passage.index);

describe('blending cross-encoder scores', () => {
  it('promotes passages that the cross-encoder prefers, and reports its scores', () => {
    const blended = blendRerankScores(ranked([0.6, 0.5]), [0.1, 0.9]);
    expect(indexes(blended)).toEqual([1, 0]);
    expect(blended[0]).toMatchObject({ score: 0.7, stages: { lexical: 1, rerank: 0.9 } });
  });

  it('does not let it overrule a clear ranking', () => {
    expect(indexes(blendRerankScores(ranked([0.95, 0.2]), [0.4, 0.9]))).toEqual([0, 1]);
  });

  it('keeps the score of a passage that was not sent to it', () => {
    const blended = blendRerankScores(ranked([0.6, 0.5]), [undefined, 0.1]);
    expect(blended.map(({ score, stages }) => [score, stages?.rerank])).toEqual([
      [0.6, undefined],
      [0.3, 0.1],
    ]);
  });

  it('clears the weak mark of a passage that it rates as an answer', () => {
    const weak = ranked([0.6, 0.5, 0.4]).map((passage): RankedPassage => ({ ...passage, weak: true }));
    expect(blendRerankScores(weak, [0.6, 0.3]).map((passage) => passage.weak)).toEqual([
      undefined,
      true,
      true,
    ]);
  });

  it('changes nothing without scores', () => {
    const passages = ranked([0.6, 0.5]);
    expect(blendRerankScores(passages, [])).toEqual(passages);
  });

  it('keeps all passages, best first, scores from 0 to 1, and unscored ones in their order', () => {
    const score = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(score, { maxLength: 40 }),
        fc.array(fc.option(score, { nil: undefined })),
        (raw, given) => {
          const passages = ranked([...raw].sort((one, other) => other - one));
          const scores = given.slice(0, passages.length);
          const blended = blendRerankScores(passages, scores);
          expect([...indexes(blended)].sort((one, other) => one - other)).toEqual(indexes(passages));
          expect(indexes(blended.slice(scores.length))).toEqual(indexes(passages.slice(scores.length)));
          const final = blended.map((passage) => passage.score);
          expect(final).toEqual([...final].sort((one, other) => other - one));
          expect(final.every((value) => value >= 0 && value <= 1)).toBe(true);
        },
      ),
    );
  });
});
