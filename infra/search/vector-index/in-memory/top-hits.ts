import type { VectorHit } from '../../../../domain/retrieval/vector-hit.ts';

/** The best hits so far, nearest first; equal similarities are ordered by chunk id. */
export type TopHits = {
  /** Similarity below which a hit is rejected. */
  readonly threshold: () => number;
  readonly offer: (chunkId: string, similarity: number) => void;
  readonly taken: () => readonly VectorHit[];
};

const isBefore = (one: VectorHit, other: VectorHit): boolean =>
  one.similarity > other.similarity || (one.similarity === other.similarity && one.chunkId < other.chunkId);

/** Creates a collector of up to `limit` hits, at least 1. */
export const createTopHits = (limit: number): TopHits => {
  const best: VectorHit[] = [];
  return {
    threshold: () => best[limit - 1]?.similarity ?? Number.NEGATIVE_INFINITY,
    offer: (chunkId, similarity) => {
      const hit = { chunkId, similarity };
      const last = best[limit - 1];
      if (last && !isBefore(hit, last)) return;
      let from = 0;
      let to = best.length;
      while (from < to) {
        const middle = (from + to) >>> 1;
        const there = best[middle];
        if (there && isBefore(there, hit)) from = middle + 1;
        else to = middle;
      }
      best.splice(from, 0, hit);
      if (best.length > limit) best.pop();
    },
    taken: () => best,
  };
};
