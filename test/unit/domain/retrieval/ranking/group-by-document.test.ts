import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupByDocument } from '../../../../../domain/retrieval/ranking/group-by-document.ts';

const of = (docKey: string, n: number) => ({ passage: { docKey }, n });

describe('results grouped by document', () => {
  it('show each document at the rank of its best passage, with its further passages in their order', () => {
    expect(groupByDocument([of('a', 1), of('b', 2), of('a', 3), of('c', 4), of('a', 5)])).toEqual([
      { best: of('a', 1), more: [of('a', 3), of('a', 5)] },
      { best: of('b', 2), more: [] },
      { best: of('c', 4), more: [] },
    ]);
  });

  it('lose and repeat no passage', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd')), (keys) => {
        const results = keys.map(of);
        const groups = groupByDocument(results);
        const again = groups.flatMap(({ best, more }) => [best, ...more]);
        expect(again.map(({ n }) => n).sort((one, other) => one - other)).toEqual(results.map(({ n }) => n));
        expect(new Set(groups.map(({ best }) => best.passage.docKey)).size).toBe(groups.length);
      }),
    );
  });
});
