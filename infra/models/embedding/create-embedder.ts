import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { hashEmbedding } from '../../../domain/retrieval/dense/hash-embedding.ts';
import type { Cache } from '../../../ports/cache.ts';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { Database } from '../../../ports/database.ts';
import type { Embedder } from '../../../ports/embedder.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { createMemoryCache } from '../../storage/cache/memory-cache.ts';
import { modelFolder } from '../installable/model-folder.ts';
import { REMEMBERED_QUERIES } from './cache-query-embeddings.ts';
import { createCachingEmbedder } from './caching-embedder.ts';
import type { EmbeddingConfiguration } from './embedding-configuration.ts';
import type { EmbeddingKey } from './embedding-key.ts';
import { openaiService, serviceAt } from './embedding-models.ts';
import { createLocalEmbedder } from './local-embedder.ts';
import { createOpenAiCompatibleEmbedder } from './openai-compatible-embedder.ts';
import { createOnnxEmbedder } from './sentence-models/onnx-embedder.ts';
import { createTransformersEmbedder, TRANSFORMERS_MODEL } from './transformers-embedder.ts';
import { createVectorCache } from './vector-cache.ts';

type EmbedderServices = {
  readonly database: Database;
  readonly metrics: Metrics;
  readonly health: Pick<ComponentMonitor, 'report'>;
  readonly logger: Logger;
  readonly countTokens: (text: string) => number;
  /** The folder of installed models. */
  readonly modelsDir: string;
  /** Derives the cache key of a text. */
  readonly keyOf: EmbeddingKey;
  /** The cache for vectors of questions; in this process when absent. */
  readonly queries?: Cache;
  /** Reports destroyed keys; the vectors of questions cached in this process are then dropped. */
  readonly onDestroyed?: KeyVault['onDestroyed'];
  /** Registers what to do when the server stops. */
  readonly onClose?: (close: () => PromiseLike<void>) => void;
};

const createUncached = async (
  configuration: Exclude<EmbeddingConfiguration, { provider: 'builtin' }>,
  { metrics, health, countTokens, modelsDir, onClose }: EmbedderServices,
): Promise<Embedder> => {
  if (configuration.provider === 'onnx') {
    const embedder = await createOnnxEmbedder({ model: configuration.model, modelsDir });
    onClose?.(() => embedder[Symbol.asyncDispose]());
    return embedder;
  }
  if (configuration.provider === 'transformers') {
    const { provider: _, model = TRANSFORMERS_MODEL, ...options } = configuration;
    const folder = options.folder ?? (await modelFolder(modelsDir, model));
    return createTransformersEmbedder({ ...options, model, ...omitUndefined({ folder }) });
  }
  const { provider: _, dialect, ...options } = configuration;
  const service = dialect === 'openai' ? openaiService : serviceAt(options.baseUrl);
  return createOpenAiCompatibleEmbedder({ ...options, service, metrics, health, countTokens });
};

/**
 * Creates the configured embedder with its caches: one for questions, and a database table for passages that cost more
 * to embed than to look up. The built-in embedder is cheaper than a call to another process, so its cache is in this
 * one. Rejects with `unavailable` when a local model cannot be loaded.
 */
export const createEmbedder = async (
  configuration: EmbeddingConfiguration,
  services: EmbedderServices,
): Promise<Embedder> => {
  const { database, keyOf, metrics, logger } = services;
  const inProcess = createMemoryCache({
    maxEntries: REMEMBERED_QUERIES,
    ...omitUndefined({ onDestroyed: services.onDestroyed }),
  });
  if (configuration.provider === 'builtin')
    return createCachingEmbedder({
      embedder: createLocalEmbedder(),
      queries: inProcess,
      keyOf,
      metrics,
      logger,
    });
  const embedder = await createUncached(configuration, services);
  return createCachingEmbedder({
    embedder,
    vectors: createVectorCache(database),
    queries: services.queries ?? inProcess,
    keyOf,
    likenessOf: hashEmbedding,
    metrics,
    logger,
  });
};
