import { describe, expect, it } from 'vitest';
import { notBetterThanBm25 } from '../../eval/not-better-than-bm25.ts';
import { createPlainBm25 } from '../../eval/plain-bm25/plain-bm25.ts';
import { plainTerms } from '../../eval/plain-bm25/plain-terms.ts';

const text = (fileName: string, words: string) => ({ fileName, text: words });

describe('plain BM25', () => {
  it('splits at all but letters and digits, removes stop words, and applies Porter2 stemming', () => {
    expect(plainTerms('Does the β-blocker reduce 30-day infections?')).toEqual([
      'β',
      'blocker',
      'reduc',
      '30',
      'day',
      'infect',
    ]);
  });

  it('prefers the rare word, the repeated word and the shorter text, and omits texts without a match', () => {
    const search = createPlainBm25([
      text('common', 'heart heart heart failure'),
      text('long', 'heart kidney liver lung spleen brain failure'),
      text('rare', 'heart amyloid'),
      text('other', 'toe'),
    ]);
    const found = (question: string) => search(question, 10).map(({ fileName }) => fileName);
    expect(found('heart')).toEqual(['common', 'rare', 'long']);
    expect(found('amyloid of the heart')[0]).toBe('rare');
    expect(found('nothing known')).toEqual([]);
    expect(search('heart', 1)).toHaveLength(1);
  });

  it('follows the formula of Robertson and Zaragoza, with k1 1.2 and b 0.75', () => {
    // With 2 texts of lengths 1 and 3, two x in the longer narrowly fail to outweigh one in the shorter:
    // 2·2.2/(2+1.2·(0.25+0.75·1.5)) = 1.206 < 1·2.2/(1+1.2·(0.25+0.75·0.5)) = 1.257.
    const search = createPlainBm25([text('twice', 'x x y'), text('once', 'x')]);
    expect(search('x', 2).map(({ fileName }) => fileName)).toEqual(['once', 'twice']);
    const more = createPlainBm25([text('thrice', 'x x x'), text('once', 'x')]);
    expect(more('x', 2).map(({ fileName }) => fileName)).toEqual(['thrice', 'once']);
  });
});

describe('the comparison with plain BM25', () => {
  const figures = (successAt1: number, recallAt10: number, mrrAt10: number) => ({
    all: { questions: 10, successAt1, recallAt10, mrrAt10 },
  });
  const against = (ours: readonly [number, number, number], theirs: readonly [number, number, number]) =>
    notBetterThanBm25({ figures: figures(...ours), plainBm25: { figures: figures(...theirs), queries: [] } });

  it('requires higher success@1, recall@10 and MRR, and names each that is not', () => {
    expect(against([0.9, 0.98, 0.93], [0.8, 0.97, 0.85])).toEqual([]);
    expect(against([0.8, 0.96, 0.93], [0.8, 0.97, 0.85])).toEqual([
      'success@1 is 0.800, and 0.800 with plain BM25.',
      'recall@10 is 0.960, and 0.970 with plain BM25.',
    ]);
  });

  it('is skipped when BM25 finds everything, or was not run', () => {
    expect(against([0.9, 1, 0.93], [0.8, 1, 0.85])).toEqual([]);
    expect(notBetterThanBm25({ figures: figures(0, 0, 0) })).toEqual([]);
  });
});
