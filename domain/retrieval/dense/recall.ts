import type { VectorHit } from '../vector-hit.ts';

/**
 * The tolerance between two similarities of the same pair of vectors: indexes compute them in 32-bit floats, in
 * different orders, over at most 4,096 dimensions.
 */
const ROUNDING = 1e-5;

/**
 * The recall of an approximate search, from 0 to 1. A hit counts when it is as near as the last exact hit: among
 * equally near passages, finding others is no error. 1 when there was nothing to find.
 */
export const recallOf = (approximate: readonly VectorHit[], exact: readonly VectorHit[]): number => {
  const last = exact.at(-1);
  if (last === undefined) return 1;
  const near = new Set(
    approximate
      .filter(({ similarity }) => similarity >= last.similarity - ROUNDING)
      .map(({ chunkId }) => chunkId),
  );
  return Math.min(near.size, exact.length) / exact.length;
};

/** The mean of a non-empty list. */
export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The midpoint of two unit vectors, as a unit vector; the first when they are opposite. */
const between = (one: Float32Array, other: Float32Array): Float32Array => {
  const sum = one.map((value, at) => value + (other[at] ?? 0));
  const length = Math.hypot(...sum);
  return length < ROUNDING ? one : sum.map((value) => value / length);
};

/**
 * Probe vectors for measuring an index, derived only from stored vectors, so that no question leaks: half of the stored
 * vectors unchanged, and the midpoints of pairs, which lie away from passages as questions do.
 */
export const probesOf = (stored: readonly Float32Array[]): readonly Float32Array[] => {
  const half = Math.floor(stored.length / 2);
  return stored.map((vector, at) => {
    const partner = stored[at + half];
    return at < half && partner ? between(vector, partner) : vector;
  });
};
