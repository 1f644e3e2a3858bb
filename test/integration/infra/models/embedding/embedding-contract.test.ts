import { rm } from 'node:fs/promises';
import { createCachingEmbedder } from '../../../../../infra/models/embedding/caching-embedder.ts';
import { createEmbeddingKey } from '../../../../../infra/models/embedding/embedding-key.ts';
import { openaiService, serviceAt } from '../../../../../infra/models/embedding/embedding-models.ts';
import { TRANSFORMERS_PACKAGE } from '../../../../../infra/models/embedding/load-transformers.ts';
import { createLocalEmbedder } from '../../../../../infra/models/embedding/local-embedder.ts';
import { createOpenAiCompatibleEmbedder } from '../../../../../infra/models/embedding/openai-compatible-embedder.ts';
import { createTransformersEmbedder } from '../../../../../infra/models/embedding/transformers-embedder.ts';
import { createVectorCache } from '../../../../../infra/models/embedding/vector-cache.ts';
import { countCl100kTokens } from '../../../../../infra/reading/text-extraction/token-counter.ts';
import { createMemoryCache } from '../../../../../infra/storage/cache/memory-cache.ts';
import { unwatchedComponents } from '../../../../../ports/component-health.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { embedderContract } from '../../../../contract/embedder.contract.ts';
import { databaseKinds } from '../../../../support/databases.ts';
import { startEmbeddingServer } from '../../../../support/embedding-server.ts';
import { writeTinySentenceModel } from '../../../../support/tiny-sentence-model.ts';

const keyOf = createEmbeddingKey(new Uint8Array(32));

const openEndpoint = async (dialect: 'openai' | 'other') => {
  const server = await startEmbeddingServer({ dimensions: 48 });
  const baseUrl = new URL(server.baseUrl);
  const embedder = createOpenAiCompatibleEmbedder({
    baseUrl,
    service: dialect === 'openai' ? openaiService : serviceAt(baseUrl),
    model: dialect === 'openai' ? 'text-embedding-3-large' : 'nomic-embed-text',
    apiKey: 'sk-test',
    dimensions: 48,
    leavesThePremises: false,
    countTokens: countCl100kTokens,
    metrics: silentMetrics,
    health: unwatchedComponents,
  });
  return { embedder, dispose: server.close };
};

embedderContract('the built-in model', async () => ({ embedder: createLocalEmbedder() }));
embedderContract("OpenAI's dialect over HTTP", () => openEndpoint('openai'));
embedderContract('a compatible endpoint over HTTP', () => openEndpoint('other'));

embedderContract('a cache of questions before the built-in model', async () => ({
  embedder: createCachingEmbedder({
    embedder: createLocalEmbedder(),
    queries: createMemoryCache(),
    keyOf,
    metrics: silentMetrics,
    logger: silentLogger,
  }),
}));

for (const kind of databaseKinds) {
  embedderContract(`a cache in ${kind.name} before an endpoint`, async () => {
    const { database, dispose } = await kind.openMigrated();
    const { embedder, dispose: close } = await openEndpoint('other');
    return {
      embedder: createCachingEmbedder({
        embedder,
        vectors: createVectorCache(database),
        queries: createMemoryCache(),
        keyOf,
        metrics: silentMetrics,
        logger: silentLogger,
      }),
      dispose: async () => {
        await close();
        await dispose();
      },
    };
  });
}

/** Half a gigabyte with its runtime: the suite runs only where it is installed. */
const hasTransformers = await import(String(TRANSFORMERS_PACKAGE)).then(
  () => true,
  () => false,
);
if (hasTransformers) {
  embedderContract('a model in this process', async () => {
    const { folder, model } = await writeTinySentenceModel(24);
    return {
      embedder: await createTransformersEmbedder({ folder, model, dimensions: 24 }),
      dispose: () => rm(folder, { recursive: true }),
    };
  });
} else {
  process.stdout.write(`${TRANSFORMERS_PACKAGE} is not installed: its tests are skipped.\n`);
}
