import { describe, expect, it } from 'vitest';
import { meanOf, probesOf, recallOf } from '../../../../../domain/retrieval/dense/recall.ts';

const hit = (chunkId: string, similarity: number) => ({ chunkId, similarity });

describe('the recall of an approximate search', () => {
  it('is the share of the nearest vectors that it found', () => {
    const exact = [hit('a', 0.9), hit('b', 0.8), hit('c', 0.7), hit('d', 0.6)];
    expect(recallOf(exact, exact)).toBe(1);
    expect(recallOf([hit('a', 0.9), hit('c', 0.7), hit('x', 0.5), hit('y', 0.4)], exact)).toBe(0.5);
    expect(recallOf([], exact)).toBe(0);
  });

  it('accepts any of several equally near ones', () => {
    expect(recallOf([hit('a', 0.9), hit('x', 0.800001)], [hit('a', 0.9), hit('b', 0.8)])).toBe(1);
  });

  it('counts no hit twice, and none beyond those expected', () => {
    expect(recallOf([hit('a', 0.9), hit('a', 0.9)], [hit('a', 0.9), hit('b', 0.8)])).toBe(0.5);
    expect(recallOf([hit('a', 0.9), hit('b', 0.8), hit('c', 0.8)], [hit('a', 0.9), hit('b', 0.8)])).toBe(1);
  });

  it('is 1 when there was nothing to find', () => {
    expect(recallOf([], [])).toBe(1);
  });

  it('is measured with stored vectors and midpoints of two, all of length one', () => {
    const stored = [
      [1, 0],
      [0, 1],
      [0, 1],
      [0, -1],
      [-1, 0],
    ].map((values) => Float32Array.from(values));
    const probes = probesOf(stored);
    expect(probes[0]).toEqual(Float32Array.from([Math.SQRT1_2, Math.SQRT1_2]));
    // Opposite vectors have no midpoint.
    expect(probes[1]).toEqual(stored[1]);
    expect(probes.slice(2)).toEqual(stored.slice(2));
    for (const probe of probes) expect(Math.hypot(...probe)).toBeCloseTo(1, 6);
  });

  it('is reported as a mean', () => {
    expect(meanOf([1, 0.5])).toBe(0.75);
  });
});
