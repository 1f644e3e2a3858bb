import { createEmbedder } from '../../infra/models/embedding/create-embedder.ts';
import { createEmbeddingKey } from '../../infra/models/embedding/embedding-key.ts';
import { countCl100kTokens } from '../../infra/reading/text-extraction/token-counter.ts';
import { installationKey } from '../../infra/storage/key-vault/installation-key.ts';
import type { Embedders } from '../../ports/embedders.ts';
import type { Foundation } from './open-foundation.ts';
import type { Stores } from './open-stores.ts';

/** The embedder that is configured, those that can be chosen, and the one that is always there. */
export const openEmbedders = async ({
  configuration,
  storage,
  logger,
  metrics,
  health,
  replace,
}: Foundation & Stores): Promise<Embedders> => {
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
  const configured = replace.embedder ?? (await createEmbedder(configuration.embedding, services));
  // What an index was built with before another model was configured can still be asked for.
  const builtin = await createEmbedder({ provider: 'builtin' }, services);
  return {
    configured,
    all: [configured, ...(replace.otherEmbedders ?? []), builtin].filter(
      ({ model }, index, all) => all.findIndex((other) => other.model.name === model.name) === index,
    ),
  };
};
