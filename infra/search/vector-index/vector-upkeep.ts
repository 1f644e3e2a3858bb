import { describeError } from '../../../domain/kernel/describe-error.ts';
import { isDue, type SearchQuality } from '../../../domain/retrieval/dense/search-quality.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { VectorIndex } from '../../../ports/vector-index.ts';
import { type MeasuredIndex, measureRecall } from './measure-recall.ts';
import type { SearchQualities } from './search-qualities.ts';
import type { VectorSearchConfiguration } from './vector-search-configuration.ts';

/** Maintains the graphs of large generations, and uses each only while its recall suffices. */
export type VectorUpkeep = {
  /**
   * Builds or drops the graph of a generation depending on its size, measures its recall, and stores how to
   * search it. Takes minutes for a very large one; searches continue meanwhile.
   */
  readonly tend: (generation: string, signal: AbortSignal) => Promise<void>;
  /**
   * Like `tend`, for a generation about to go live: failures are logged, and it is searched without a graph.
   */
  readonly settle: (generation: string, signal: AbortSignal) => Promise<void>;
  /** Tends the generation when due. Returns the number of vectors missing from it. */
  readonly look: (generation: string, signal: AbortSignal) => Promise<{ readonly missing: number }>;
};

type UpkeepServices = {
  readonly vectors: VectorIndex;
  readonly qualities: SearchQualities;
  readonly configuration: VectorSearchConfiguration;
  readonly logger: Logger;
};

export const createVectorUpkeep = ({
  vectors,
  qualities,
  configuration,
  logger,
}: UpkeepServices): VectorUpkeep => {
  const { policy, everyMs } = configuration;

  const report = (generation: string, quality: SearchQuality, before: SearchQuality | undefined): void => {
    const about = { generation, ...quality };
    if (quality.reason === 'low_recall')
      logger.warn(
        about,
        'The recall of the vector graph is too low, so searches compare every vector. Raise VECTOR_HNSW_M or VECTOR_HNSW_EF.',
      );
    else if (quality.reason !== before?.reason || quality.ef !== before?.ef)
      logger.info(about, 'The search method of the vectors has changed.');
  };

  const tendMeasured = async (
    approximate: MeasuredIndex['approximate'],
    generation: string,
    signal: AbortSignal,
  ): Promise<void> => {
    await approximate.tend(generation, signal);
    const index: MeasuredIndex = { search: vectors.search, approximate };
    const quality = await measureRecall(index, generation, policy, signal);
    const before = await qualities.read(generation);
    await qualities.store(generation, quality);
    report(generation, quality, before);
  };

  const tend: VectorUpkeep['tend'] = async (generation, signal) => {
    if (vectors.approximate) await tendMeasured(vectors.approximate, generation, signal);
  };

  return {
    tend,
    settle: async (generation, signal) => {
      try {
        await tend(generation, signal);
      } catch (error) {
        signal.throwIfAborted();
        logger.warn(
          { generation, error: describeError(error).message },
          'The graph of a new generation could not be built or measured; until then searches compare every vector.',
        );
      }
    },
    look: async (generation, signal) => {
      const { approximate } = vectors;
      if (!approximate) return { missing: 0 };
      const shape = await approximate.shapeOf(generation);
      const known = await qualities.read(generation);
      if (isDue(known, shape.vectors, { exactUpTo: policy.exactUpTo, everyMs }))
        await tendMeasured(approximate, generation, signal);
      return { missing: shape.missing };
    },
  };
};
