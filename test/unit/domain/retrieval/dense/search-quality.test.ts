import { describe, expect, it } from 'vitest';
import { efsToTry, isDue, qualityOfLastTry } from '../../../../../domain/retrieval/dense/search-quality.ts';

const tried = (ef: number, recall: number) => ({ ef, recall, probes: 48 });

describe('the search method of a vector generation', () => {
  it('tries twice and four times the candidates, as far as an index allows', () => {
    expect(efsToTry({ ef: 128 })).toEqual([128, 256, 512]);
    expect(efsToTry({ ef: 400 })).toEqual([400, 800, 1000]);
    expect(efsToTry({ ef: 1000 })).toEqual([1000]);
  });

  it('is a graph with sufficient recall, with the fewest candidates that reach it', () => {
    expect(qualityOfLastTry(1e5, [tried(128, 0.9), tried(256, 0.96)], { leastRecall: 0.95 })).toEqual({
      vectors: 1e5,
      ef: 256,
      reason: 'measured',
      recall: 0.96,
      probes: 48,
    });
  });

  it('falls back on comparing every vector when the graph has too little recall, and reports it', () => {
    expect(qualityOfLastTry(1e5, [tried(128, 0.7), tried(512, 0.94)], { leastRecall: 0.95 })).toEqual({
      vectors: 1e5,
      reason: 'low_recall',
      recall: 0.94,
      probes: 48,
    });
    expect(qualityOfLastTry(1e5, [], { leastRecall: 0.95 })).toEqual({
      vectors: 1e5,
      reason: 'no_graph',
      probes: 0,
    });
  });

  const policy = { exactUpTo: 1000, everyMs: 60_000 };
  const measured = { vectors: 2000, ef: 128, reason: 'measured', recall: 1, probes: 48, ageMs: 0 } as const;
  const small = { vectors: 900, reason: 'small', probes: 0, ageMs: 1e9 } as const;
  it.each([
    ['unknown', undefined, 5, true],
    ['small and still small, after any time', small, 1000, false],
    ['small before, but has grown', small, 1001, true],
    ['just measured', measured, 2000, false],
    ['measured, and has grown by less than a fifth', measured, 2400, false],
    ['measured, and has grown by more', measured, 2401, true],
    ['measured, and has shrunk by more', measured, 1599, true],
    ['measured, and is small now', measured, 1000, true],
    [
      'without a graph, whose construction may have failed',
      { ...measured, reason: 'no_graph' as const },
      2000,
      true,
    ],
    ['measured long ago', { ...measured, ageMs: 60_000 }, 2000, true],
  ])('is measured again or not when it is %s', (_name, known, vectors, due) => {
    expect(isDue(known, vectors, policy)).toBe(due);
  });
});
