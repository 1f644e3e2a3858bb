import { meanOf, probesOf, recallOf } from '../../../domain/retrieval/dense/recall.ts';
import {
  efsToTry,
  qualityOfLastTry,
  type SearchPolicy,
  type SearchQuality,
} from '../../../domain/retrieval/dense/search-quality.ts';
import { candidatesPerSource } from '../../../domain/retrieval/ranking/rank-passages.ts';
import type { VectorHit } from '../../../domain/retrieval/vector-hit.ts';
import type { ApproximateSearch, SearchPrecision, VectorIndex } from '../../../ports/vector-index.ts';

/** Number of queries, half of them stored vectors. The mean of this many is accurate to about a hundredth. */
const PROBES = 48;
/** Fewer are not significant; after this many, a slow measurement may stop. */
const LEAST_PROBES = 12;
/** Milliseconds for exact searches, run one after the other; over a million vectors each takes a second. */
const PATIENCE = 60_000;

type Asked = { readonly probe: Float32Array; readonly exact: readonly VectorHit[] };

export type MeasuredIndex = Pick<VectorIndex, 'search'> & { readonly approximate: ApproximateSearch };

/**
 * Runs the same queries on a generation with and without its graph, and decides how to search it: with the
 * fewest candidates that reach the required recall. Bounded in queries and time, one search at a time.
 */
export const measureRecall = async (
  index: MeasuredIndex,
  generation: string,
  policy: SearchPolicy,
  signal: AbortSignal,
): Promise<SearchQuality> => {
  const { vectors, hasGraph } = await index.approximate.shapeOf(generation);
  if (vectors <= policy.exactUpTo) return { vectors, reason: 'small', probes: 0 };
  if (!hasGraph) return { vectors, reason: 'no_graph', probes: 0 };

  const started = performance.now();
  const search = (vector: Float32Array, precision: SearchPrecision) =>
    index.search(generation, { vector, limit: candidatesPerSource, filters: {}, precision });
  const asked: Asked[] = [];
  for (const probe of probesOf(await index.approximate.sample(generation, PROBES))) {
    signal.throwIfAborted();
    const exact = await search(probe, 'exact');
    asked.push({ probe, exact });
    if (asked.length >= LEAST_PROBES && performance.now() - started > PATIENCE) break;
  }

  const tried: { readonly ef: number; readonly recall: number; readonly probes: number }[] = [];
  for (const ef of asked.length === 0 ? [] : efsToTry(policy)) {
    const recalls: number[] = [];
    for (const { probe, exact } of asked) {
      signal.throwIfAborted();
      const found = await search(probe, { ef });
      recalls.push(recallOf(found, exact));
    }
    tried.push({ ef, recall: meanOf(recalls), probes: recalls.length });
    if (meanOf(recalls) >= policy.leastRecall) break;
  }
  return qualityOfLastTry(vectors, tried, policy);
};
