import type { Schemas } from '@qdrant/js-client-rest';
import { z } from 'zod';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import { abortablePause } from '../../../../ports/abortable-pause.ts';
import type { ApproximateSearch } from '../../../../ports/vector-index.ts';
import type { VectorSearchConfiguration } from '../vector-search-configuration.ts';
import { desiredCollection, settingsToChange } from './qdrant-layout.ts';
import { aliasOf, collectionOf, countPoints, infoOf, MEANING, type QdrantSpace } from './qdrant-space.ts';

/**
 * Polling interval and time limit, in milliseconds, for the optimization of a collection; a million vectors
 * take half an hour.
 */
const LOOK_EVERY = 300;
const OPTIMIZED_WITHIN = 2 * 3_600_000;
/** Consecutive polls that must find no optimization, because the optimizer starts with a delay. */
const LOOKS_AT_REST = 3;

const meaningSchema = z.object({
  [MEANING]: z.object({
    size: z.int(),
    hnsw_config: z.object({ m: z.int().nullish() }).nullish(),
  }),
});
const sampledSchema = z.array(
  z
    .object({ vector: z.object({ [MEANING]: z.array(z.number()) }) })
    .transform(({ vector }) => Float32Array.from(vector[MEANING])),
);

const meaningOf = ({ config }: Schemas['CollectionInfo']): z.output<typeof meaningSchema>['meaning'] =>
  meaningSchema.parse(config.params.vectors).meaning;

/**
 * Waits until a collection is not being optimized. Searches continue meanwhile, at least as good as before.
 */
const untilAtRest = async (space: QdrantSpace, collection: string, signal: AbortSignal): Promise<void> => {
  const started = performance.now();
  for (let atRest = 0; atRest < LOOKS_AT_REST; ) {
    await abortablePause(LOOK_EVERY, signal);
    signal.throwIfAborted();
    const { status } = await infoOf(space, collection);
    if (status === 'red' || performance.now() - started > OPTIMIZED_WITHIN)
      throw new Failure(
        failure('unavailable', 'Qdrant did not finish building the graph of the search index.', {
          component: 'vector-index',
          details: { status },
        }),
      );
    // Grey: after a restart, optimization is pending until the next write. The graph is as good as before.
    atRest = status === 'yellow' ? 0 : atRest + 1;
  }
};

/**
 * Counts the stored and the missing vectors. Counts the written ones before and after, so that a concurrent
 * write is not reported as missing.
 */
const missingOf = async (
  space: QdrantSpace,
  generation: string,
): Promise<{ readonly vectors: number; readonly missing: number }> => {
  const before = await space.counts?.total(generation);
  const vectors = await countPoints(space, aliasOf(space, generation));
  const after = await space.counts?.total(generation);
  return { vectors, missing: before === after ? Math.max(0, (after ?? 0) - vectors) : 0 };
};

/** Manages the graph of a generation: none while it is filled; a large generation gets one afterwards. */
export const createQdrantGraph = (
  space: QdrantSpace,
  search: VectorSearchConfiguration,
): ApproximateSearch => {
  const { ask, write, counts, layout } = space;
  const { exactUpTo } = search.policy;
  return {
    shapeOf: async (generation) => {
      const collection = await collectionOf(space, generation);
      if (collection === undefined)
        return { vectors: 0, hasGraph: false, missing: (await counts?.total(generation)) ?? 0 };
      const hasGraph = (meaningOf(await infoOf(space, collection)).hnsw_config?.m ?? 0) > 0;
      return { hasGraph, ...(await missingOf(space, generation)) };
    },

    tend: async (generation, signal) => {
      const collection = await collectionOf(space, generation);
      if (collection === undefined) return;
      const info = await infoOf(space, collection);
      const vectors = await countPoints(space, collection);
      const { size: dimensions, hnsw_config: graph } = meaningOf(info);
      // An existing graph is kept until the generation is well below the threshold.
      const isLarge = vectors > ((graph?.m ?? 0) > 0 ? exactUpTo / 2 : exactUpTo);
      const wanted = desiredCollection(layout, search, { dimensions, meaning: MEANING, isLarge });
      const changes = settingsToChange(wanted, info);
      if (!changes) return;
      await write((client) => client.updateCollection(collection, changes));
      await untilAtRest(space, collection, signal);
    },

    sample: async (generation, count) => {
      // Ordered by id, which are hashes of chunk ids: a random sample.
      const { points } = await ask((client) =>
        client.scroll(aliasOf(space, generation), {
          limit: count,
          with_payload: false,
          with_vector: [MEANING],
        }),
      );
      return sampledSchema.parse(points);
    },
  };
};
