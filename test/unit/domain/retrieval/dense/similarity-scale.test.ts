import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  scaledSimilarity,
  similarityScaleOf,
} from '../../../../../domain/retrieval/dense/similarity-scale.ts';
import { sentenceModels } from '../../../../../infra/models/installable/sentence-models.ts';

const similarity = fc.double({ min: -1, max: 1, noNaN: true });

describe('the similarity of an embedding model', () => {
  it('is read as it is for the built-in vectors, and for a model that was not measured', () => {
    for (const model of ['anamnesis-hash-384-v4', 'some/model', 'toString'])
      expect(similarityScaleOf(model)).toEqual({ unrelated: 0, weight: 1 });
  });

  it('is measured for every model that can be installed', () => {
    const { e5, minilm } = sentenceModels;
    expect(similarityScaleOf(e5.name).unrelated).toBeGreaterThan(0.8);
    expect(similarityScaleOf(minilm.name).unrelated).toBeGreaterThan(0.3);
    expect(similarityScaleOf(minilm.name).unrelated).toBeLessThan(0.4);
  });

  it('counts as 0 between unrelated passages, as 1 for the same text, and keeps its order', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 0.95, noNaN: true }),
        similarity,
        similarity,
        (unrelated, one, other) => {
          const scale = { unrelated, weight: 1 };
          expect(scaledSimilarity(scale, unrelated)).toBe(0);
          expect(scaledSimilarity(scale, 1)).toBe(1);
          const [least, most] = [Math.min(one, other), Math.max(one, other)];
          expect(scaledSimilarity(scale, least)).toBeLessThanOrEqual(scaledSimilarity(scale, most));
        },
      ),
    );
  });
});
