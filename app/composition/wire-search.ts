import { modelInUse } from '../../commands/lookups/model-in-use.ts';
import { readGenerationModels } from '../../commands/lookups/read-generation-models.ts';
import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { Dictionary } from '../../domain/language/dictionary.ts';
import type { FollowerRegistry } from '../../followers/follower-registry.ts';
import { nodeHasher } from '../../infra/installation/node-hasher.ts';
import { systemClock } from '../../infra/installation/system-clock.ts';
import { createEmbedder } from '../../infra/models/embedding/create-embedder.ts';
import { createEmbeddingKey } from '../../infra/models/embedding/embedding-key.ts';
import { createReranking } from '../../infra/models/reranking/create-reranker.ts';
import { countCl100kTokens } from '../../infra/reading/text-extraction/token-counter.ts';
import { readWordsOf, type WordState } from '../../infra/search/lexical-index/read-word-state.ts';
import { createVectorIndex } from '../../infra/search/vector-index/create-vector-index.ts';
import type { SearchQualities } from '../../infra/search/vector-index/search-qualities.ts';
import type { VectorBackend } from '../../infra/search/vector-index/vector-index-by-generation.ts';
import type { VectorUpkeep } from '../../infra/search/vector-index/vector-upkeep.ts';
import { createMemoryCache } from '../../infra/storage/cache/memory-cache.ts';
import { installationKey } from '../../infra/storage/key-vault/installation-key.ts';
import { createVectorsInBlob } from '../../infra/storage/sealed-blobs/vectors-in-blob.ts';
import { openStoredEntities } from '../../infra/storage/stored-entities.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { type Embedders, embedderOf } from '../../ports/embedders.ts';
import type { Logger } from '../../ports/logger.ts';
import { type Metrics, silentMetrics } from '../../ports/metrics.ts';
import type { Reranker } from '../../ports/reranker.ts';
import type { SettingsReader } from '../../ports/settings-reader.ts';
import type { TraceScope } from '../../ports/trace-scope.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import { openReadModels } from '../../projections/open-read-models.ts';
import type { ReadModelReader } from '../../projections/read-model-reader.ts';
import type { ProjectionDefinition } from '../../projections/runner/projection-definition.ts';
import { type CountServices, countIndex } from '../../projections/search/count-index.ts';
import {
  createKnowledgeSearch,
  type KnowledgeSearchServices,
  type WarmableSearch,
} from '../../projections/search/create-knowledge-search.ts';
import {
  createSearchCheck,
  createSearchExaminer,
  type ExaminerServices,
  type GenerationSearch,
} from '../../projections/search/examine-search.ts';
import { createGenerationModelReader } from '../../projections/search/generation-model.ts';
import {
  createIndexHealthReader,
  type IndexHealthReader,
} from '../../projections/search/read-index-health.ts';
import { createSearchProjection } from '../../projections/search/search-projection.ts';
import { createSearchResultCache } from '../../projections/search/search-result-cache.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { openLexical } from './open-lexical.ts';
import { openReplicas, type Replicas } from './open-replicas.ts';
import type { Storage } from './open-storage.ts';

/** The read models, and what finds passages in them. */
export type SearchParts = {
  readonly embedders: Embedders;
  readonly vectors: VectorIndex;
  readonly vectorBackend: VectorBackend;
  /** Takes the vectors of a fold that is only compared. */
  readonly verifiedVectors: VectorIndex;
  readonly vectorQualities: SearchQualities;
  /** Absent where every vector is always compared. */
  readonly vectorUpkeep?: VectorUpkeep;
  readonly projections: readonly ProjectionDefinition[];
  readonly readModels: ReadModelReader;
  readonly replicas: Replicas;
  readonly dictionary: Dictionary;
  readonly search: WarmableSearch;
  /** How the stored generations of the index are. */
  readonly readIndexHealth: IndexHealthReader;
  /** Asks generations of the index known questions. */
  readonly examine: ReturnType<typeof createSearchExaminer>;
  readonly check: ReturnType<typeof createSearchCheck>;
  readonly readWordState: () => Promise<WordState | undefined>;
  readonly reranker: Reranker | undefined;
};

type SearchServices = {
  readonly configuration: Configuration;
  readonly storage: Storage;
  readonly commandServices: CommandServices;
  readonly settings: SettingsReader;
  readonly followerRegistry: FollowerRegistry;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly health: ComponentMonitor;
  /** Where spans are kept. */
  readonly traces?: TraceScope;
  /** Replaces the embedder that is configured, and adds some that can be chosen. */
  readonly replace?: { readonly embedder?: Embedder; readonly otherEmbedders?: readonly Embedder[] };
};

const openEmbedders = async ({
  configuration,
  storage,
  logger,
  metrics,
  health,
  replace,
}: SearchServices): Promise<Embedders> => {
  const { database } = storage.connection;
  const keyOf = createEmbeddingKey(installationKey(storage.masterKey, 'embedding cache'));
  const services = {
    database,
    metrics,
    health,
    logger,
    countTokens: countCl100kTokens,
    modelsDir: configuration.modelsDir,
    keyOf,
    onDestroyed: storage.vault.onDestroyed,
  };
  const configured = replace?.embedder ?? (await createEmbedder(configuration.embedding, services));
  // What an index was built with before another model was configured can still be asked for.
  const builtin = await createEmbedder({ provider: 'builtin' }, services);
  return {
    configured,
    all: [configured, ...(replace?.otherEmbedders ?? []), builtin].filter(
      ({ model }, index, all) => all.findIndex((other) => other.model.name === model.name) === index,
    ),
  };
};

/**
 * Searches of one generation each. The live one is asked as it is where this process holds it; of any other the words are
 * held until the search is closed.
 */
const openGenerationSearch =
  (serving: WarmableSearch, services: KnowledgeSearchServices) =>
  (generation: number, position: number): GenerationSearch => {
    const search = createKnowledgeSearch({
      ...services,
      readModels: { locate: async () => ({ generation, position }) },
    });
    return {
      search: async (request) => {
        // Whatever it has reached: it is not waited for.
        const answer =
          serving.heldGeneration() === generation
            ? await serving.search({ ...request, after: 1 })
            : undefined;
        return answer?.index.generation === generation ? answer : search.search({ ...request, after: 1 });
      },
      close: search.close,
    };
  };

/** Wires the projections and the search. What has to be closed in the end is put on `resources`. */
export const wireSearch = async (
  services: SearchServices,
  resources: AsyncDisposableStack,
): Promise<SearchParts> => {
  const { configuration, storage, commandServices, followerRegistry, logger, metrics } = services;
  const { connection, eventStore, sealedBlobs: blobs, generations, sealer } = storage;
  const { database } = connection;
  const stored = await openStoredEntities(connection, sealer);
  resources.defer(() => stored.close());
  const embedders = await openEmbedders(services);
  const modelOf = createGenerationModelReader(database);
  const {
    vectors,
    home: vectorBackend,
    verified: verifiedVectors,
    qualities: vectorQualities,
    upkeep: vectorUpkeep,
  } = await createVectorIndex({
    database,
    choice: configuration.vectorIndex,
    vectorSearch: configuration.vectorSearch,
    ...omitUndefined({ qdrant: configuration.qdrant }),
    hasher: nodeHasher,
    logger,
    health: services.health,
    searchTimeout: configuration.searchTimeout,
  });
  const { dictionary } = commandServices.documentNames;
  const lexicalServices = {
    database,
    generations,
    sealer,
    blobs,
    dictionary,
    logger,
    metrics,
    choice: configuration.lexicalIndex.choice,
    postingBytes: configuration.lexicalIndex.cacheBytes,
  };
  const { lexical, openIndex, readWordState } = openLexical(lexicalServices);

  const projections = [
    ...stored.definitions,
    createSearchProjection({
      lexical,
      generations,
      sealer,
      blobs,
      eventStore,
      vectors,
      modelInUse: () => modelInUse(commandServices, embedders.configured.model),
      modelOf,
      readGenerationModels: () => readGenerationModels(commandServices),
      ...omitUndefined({ settle: vectorUpkeep?.settle }),
      examine: (asked, signal) => examine(asked, signal),
    }),
  ];
  const readModels = openReadModels({
    database,
    generations,
    entities: stored.entities,
    sealer,
    followerRegistry,
    metrics,
    projections,
    timeout: configuration.readTimeout,
  });
  const replicas = await openReplicas(
    { configuration, storage, stored, readModels, logger, metrics },
    resources,
  );
  const reranking = await createReranking(configuration.reranking, {
    metrics,
    health: services.health,
    modelsDir: configuration.modelsDir,
  });
  const searchServices: KnowledgeSearchServices = {
    openIndex,
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
    ...omitUndefined({ traces: services.traces }),
    resultCache: createSearchResultCache({
      cache: createMemoryCache({ onDestroyed: storage.vault.onDestroyed }),
      hasher: nodeHasher,
      metrics,
      logger,
    }),
  });
  const countServices: CountServices = {
    database,
    vectors,
    vectorsInBlob: createVectorsInBlob(storage.blobs),
    withholdsPhi: async (schema) =>
      embedderOf(embedders, await modelOf(schema))?.model.leavesThePremises ?? false,
    readWords: (schema) => readWordsOf(database, schema),
  };
  const examinerServices: ExaminerServices = {
    database,
    openSearch: openGenerationSearch(search, {
      ...searchServices,
      metrics: silentMetrics,
      openIndex: openLexical({ ...lexicalServices, metrics: silentMetrics }).openIndex,
    }),
    readQuestions: () => services.settings.current().selfCheckQuestions ?? [],
    countLacking: async (schema) => (await countIndex(countServices, schema)).lacking,
  };
  const examine = createSearchExaminer(examinerServices);
  resources.defer(async () => search.close());
  // The passages of an erased document are withdrawn before its key goes: taking that in lets go of them here, also
  // where nobody searches any more.
  resources.defer(storage.vault.onDestroyed(() => void search.warm().catch(() => {})));
  return {
    embedders,
    vectors,
    vectorBackend,
    verifiedVectors,
    vectorQualities,
    ...omitUndefined({ vectorUpkeep }),
    projections,
    readModels,
    replicas,
    dictionary,
    search,
    readWordState,
    readIndexHealth: createIndexHealthReader({ ...countServices, elapsed: systemClock.elapsed }),
    examine,
    check: createSearchCheck(examinerServices),
    reranker: reranking?.reranker,
  };
};
