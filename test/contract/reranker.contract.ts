import { describe, expect, test } from 'vitest';
import { MAX_RERANKED, type Reranker } from '../../ports/reranker.ts';

/** The contract of every reranker. `make` returns one whose model prefers passages that share words with the question. */
export const describeReranker = (name: string, make: () => Promise<Reranker>): void => {
  describe(`reranker: ${name}`, () => {
    test('scores each passage from 0 to 1, in the order of the passages', async () => {
      const { rerank } = await make();
      const scores = await rerank('epinephrine dose', ['weather', 'epinephrine dose', 'epinephrine']);
      expect(scores).toHaveLength(3);
      const [none = 1, both = 0, one = 0] = scores;
      expect(Math.min(...scores)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...scores)).toBeLessThanOrEqual(1);
      expect(both).toBeGreaterThan(one);
      expect(one).toBeGreaterThan(none);
    });

    test('scores up to its limit of passages with any text, and refuses one more', async () => {
      const { model, rerank } = await make();
      const odd = ['', '\ud800 broken', 'x'.repeat(model.maxPassageCharacters * 3), '🫀'];
      const most = Array.from({ length: MAX_RERANKED }, (_, index) => odd[index % odd.length] ?? '');
      expect(await rerank('heart \udfff', most)).toHaveLength(MAX_RERANKED);
      expect(await rerank('heart', [])).toEqual([]);
      await expect(rerank('heart', [...most, 'one more'])).rejects.toThrow(RangeError);
    });

    test('rejects when its signal aborts', async () => {
      const { rerank } = await make();
      const signal = AbortSignal.abort();
      await expect(rerank('heart', ['a passage'], { signal })).rejects.toThrow();
    });
  });
};
