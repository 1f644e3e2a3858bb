import { modelInUse } from '../../commands/lookups/model-in-use.ts';
import { readGenerationModels } from '../../commands/lookups/read-generation-models.ts';
import { EMBEDDING_CHANGER } from '../../consumers/embedding-changer/model-change.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { Dictionary } from '../../domain/language/dictionary.ts';
import { nodeHasher } from '../../infra/installation/node-hasher.ts';
import { systemClock } from '../../infra/installation/system-clock.ts';
import { createReranking } from '../../infra/models/reranking/create-reranker.ts';
import type { WordState } from '../../infra/search/lexical-index/read-word-state.ts';
import type { SearchQualities } from '../../infra/search/vector-index/search-qualities.ts';
import type { VectorBackend } from '../../infra/search/vector-index/vector-index-by-generation.ts';
import type { VectorUpkeep } from '../../infra/search/vector-index/vector-upkeep.ts';
import { createMemoryCache } from '../../infra/storage/cache/memory-cache.ts';
import type { Embedders } from '../../ports/embedders.ts';
import type { Reranker } from '../../ports/reranker.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import { openReadModels } from '../../projections/open-read-models.ts';
import type { ReadModelReader } from '../../projections/read-model-reader.ts';
import type { ProjectionDefinition } from '../../projections/runner/projection-definition.ts';
import {
  createKnowledgeSearch,
  type WarmableSearch,
} from '../../projections/search/create-knowledge-search.ts';
import type { KnowledgeSearchServices } from '../../projections/search/knowledge-search-services.ts';
import { createSearchProjection } from '../../projections/search/search-projection.ts';
import { createSearchResultCache } from '../../projections/search/search-result-cache.ts';
import type { Foundation } from './open-foundation.ts';
import { type Indexes, openIndexes } from './open-indexes.ts';
import { openReplicas, type Replicas } from './open-replicas.ts';
import type { Stores } from './open-stores.ts';
import type { WriteSide } from './open-write-side.ts';
import { type Examiner, wireExaminer } from './wire-examiner.ts';

/** The read models, and the search for passages. */
export type SearchParts = Examiner & {
  readonly embedders: Embedders;
  readonly vectors: VectorIndex;
  readonly vectorBackend: VectorBackend;
  /** Receives the vectors of a rebuild that is only compared. */
  readonly verifiedVectors: VectorIndex;
  readonly vectorQualities: SearchQualities;
  /** Absent when every search compares all vectors. */
  readonly vectorUpkeep?: VectorUpkeep;
  readonly projections: readonly ProjectionDefinition[];
  readonly readModels: ReadModelReader;
  readonly replicas: Replicas;
  readonly dictionary: Dictionary;
  readonly search: WarmableSearch;
  readonly readWordState: () => Promise<WordState | undefined>;
  readonly reranker: Reranker | undefined;
};

/** The search projection, to which the examiner of its generations is added later. */
const searchProjectionOf = (
  { commandServices, storage }: Stores & WriteSide,
  { embedders, modelOf, vectorIndex, lexical }: Indexes,
): ProjectionDefinition =>
  createSearchProjection({
    lexical: lexical.lexical,
    generations: storage.generations,
    sealer: storage.sealer,
    blobs: storage.sealedBlobs,
    eventStore: storage.eventStore,
    vectors: vectorIndex.vectors,
    modelInUse: () => modelInUse(commandServices, embedders.configured.model),
    modelOf,
    readGenerationModels: () => readGenerationModels(commandServices),
    ...omitUndefined({ settle: vectorIndex.upkeep?.settle }),
  });

/** The fifth stage of a start: wires the projections and the search. */
export const wireSearch = async (
  services: Foundation & Stores & WriteSide,
  resources: AsyncDisposableStack,
): Promise<SearchParts> => {
  const { configuration, storage, commandServices, followerRegistry, logger, metrics, health } = services;
  const { connection, eventStore, sealedBlobs: blobs, generations, sealer, vault, checkpoints } = storage;
  const { database } = connection;
  const indexes = await openIndexes(services, resources);
  const { stored, embedders, modelOf, vectorIndex, lexical } = indexes;
  const { vectors } = vectorIndex;
  const { dictionary } = commandServices.documentNames;
  const searchProjection = searchProjectionOf(services, indexes);
  const readModels = openReadModels({
    database,
    generations,
    entities: stored.entities,
    sealer,
    followerRegistry,
    metrics,
    projections: [...stored.definitions, searchProjection],
    timeout: configuration.readTimeout,
  });
  const replicas = await openReplicas(
    { configuration, storage, stored, readModels, logger, metrics },
    resources,
  );
  const { modelsDir } = configuration;
  const reranking = await createReranking(configuration.reranking, { metrics, health, modelsDir });
  const searchServices: KnowledgeSearchServices = {
    openIndex: lexical.openIndex,
    sealer,
    blobs,
    database,
    dictionary,
    eventStore,
    readModels,
    vectors,
    embedders,
    modelOf,
    clock: systemClock,
    logger,
    metrics,
    stageTimeout: configuration.searchTimeout,
    ...omitUndefined({ reranking }),
  };
  const search = createKnowledgeSearch({
    ...searchServices,
    ...(services.isTraced ? { traces: services.traces } : {}),
    resultCache: createSearchResultCache({
      cache: createMemoryCache({ onDestroyed: vault.onDestroyed }),
      hasher: nodeHasher,
      metrics,
      logger,
    }),
  });
  resources.defer(async () => search.close());
  // The passages of an erased document are withdrawn before its key is destroyed: catching up drops them here, even on a
  // node that no longer receives searches.
  resources.defer(vault.onDestroyed(() => void search.warm().catch(() => {})));
  const examiner = wireExaminer(search, searchServices, indexes, services);
  return {
    ...examiner,
    embedders,
    vectors,
    vectorBackend: vectorIndex.home,
    verifiedVectors: vectorIndex.verified,
    vectorQualities: vectorIndex.qualities,
    ...omitUndefined({ vectorUpkeep: vectorIndex.upkeep }),
    projections: [
      ...stored.definitions,
      {
        ...searchProjection,
        examine: examiner.examine,
        // Up to this position, a new model has embedded everything that was indexed with the former one.
        completeTo: () => checkpoints.read(EMBEDDING_CHANGER),
      },
    ],
    readModels,
    replicas,
    dictionary,
    search,
    readWordState: lexical.readWordState,
    reranker: reranking?.reranker,
  };
};
