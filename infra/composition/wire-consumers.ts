import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { createEmbeddingChanger } from '../../consumers/embedding-changer/embedding-changer.ts';
import { createIndexingWorker } from '../../consumers/indexing-worker/indexing-worker.ts';
import { createQueryOrchestrator } from '../../consumers/query-orchestrator/query-orchestrator.ts';
import type { ConsumerDefinition } from '../../consumers/runner/consumer-definition.ts';
import { createSubjectEraser } from '../../consumers/subject-eraser/subject-eraser.ts';
import { vocabularyWithoutCorpus } from '../../domain/retrieval/query/query-vocabulary.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { SEARCH_PROJECTION } from '../../projections/search/search-projection.ts';
import type { Configuration } from '../configuration.ts';
import { placesNotReachedFrom } from '../erasure/places-not-reached.ts';
import { rewriteSearchTables } from '../erasure/rewrite-search-tables.ts';
import { subjectPurges } from '../erasure/subject-purges.ts';
import { rewriteKeys } from '../key-vault/rewrite-keys.ts';
import { createSubjectKeyState } from '../key-vault/subject-key-state.ts';
import { nodeHasher } from '../node-hasher.ts';
import { createTextExtractor } from '../text-extraction/text-extractor.ts';
import { createTextProcessor } from '../text-processing/create-text-processor.ts';
import { releaseFreeMemory } from '../worker-pool/release-free-memory.ts';
import type { Storage } from './open-storage.ts';
import type { SearchParts } from './wire-search.ts';

type ConsumerParts = {
  readonly configuration: Configuration;
  readonly storage: Storage;
  readonly searchParts: SearchParts;
  readonly commandServices: CommandServices;
  readonly metrics: Metrics;
};

/**
 * Wires what acts on events: indexing, the change of embedding models, answering. The threads that read files are put on
 * `resources`.
 */
export const wireConsumers = (
  { configuration, storage, searchParts, commandServices, metrics }: ConsumerParts,
  resources: AsyncDisposableStack,
): readonly ConsumerDefinition[] => {
  const { embedders, search, dictionary } = searchParts;
  const { database } = storage.connection;
  const extractor = createTextExtractor({
    pagesFolder: join(storage.dataDirectory.path, 'reading'),
    // Two at least: a small file is read while a large one is.
    workers: Math.max(2, Math.min(configuration.indexingConcurrency, availableParallelism())),
    onAllIdle: () => void releaseFreeMemory().catch(() => {}),
  });
  resources.defer(() => extractor.close());
  const textProcessor = createTextProcessor();
  resources.defer(() => textProcessor.close());
  return [
    createIndexingWorker(
      { ...commandServices, extractor, textProcessor, embedders, metrics },
      configuration.indexingConcurrency,
    ),
    createEmbeddingChanger({ ...commandServices, embedders, metrics }),
    createQueryOrchestrator(
      {
        ...commandServices,
        search,
        hasher: nodeHasher,
        fingerprint: storage.fingerprint,
        vocabulary: vocabularyWithoutCorpus(dictionary),
        metrics,
      },
      configuration.queryConcurrency,
    ),
    createSubjectEraser({
      ...commandServices,
      vault: storage.vault,
      subjectKeyState: createSubjectKeyState(database, storage.masterKey),
      files: storage.blobs,
      searchHas: async (position) => {
        await searchParts.readModels.locate(SEARCH_PROJECTION, position);
      },
      rewriteKeys: () => rewriteKeys(database),
      rewriteSearch: () => rewriteSearchTables(database),
      purges: subjectPurges({
        database,
        generations: storage.generations,
        projections: searchParts.projections,
      }),
      notReached: placesNotReachedFrom(database.kind),
      requestLifetime: configuration.erasureRequestLifetime,
    }),
  ];
};
