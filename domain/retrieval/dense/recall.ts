import type { VectorHit } from '../vector-hit.ts';

/**
 * How far two similarities of the same pair of vectors may be apart: indexes compute them in 32-bit floats, in an order of
 * their own, over at most 4,096 dimensions.
 */
const ROUNDING = 1e-5;

/**
 * Which share of the nearest an approximate search has found, from 0 to 1. A hit counts when it is as near as the last
 * of the exact ones: among equally near passages it is no fault to have found others. 1 when there was nothing to find.
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

/** Of a list with something in it. */
export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The middle between two unit vectors, as a unit vector; the first where they are opposite. */
const between = (one: Float32Array, other: Float32Array): Float32Array => {
  const sum = one.map((value, at) => value + (other[at] ?? 0));
  const length = Math.hypot(...sum);
  return length < ROUNDING ? one : sum.map((value) => value / length);
};

/**
 * What to ask an index with, made of stored vectors alone, so that nothing of a question leaves: half of them as they are,
 * and the middles between two each, which lie where no passage is, as questions do.
 */
export const probesOf = (stored: readonly Float32Array[]): readonly Float32Array[] => {
  const half = Math.floor(stored.length / 2);
  return stored.map((vector, at) => {
    const partner = stored[at + half];
    return at < half && partner ? between(vector, partner) : vector;
  });
};
