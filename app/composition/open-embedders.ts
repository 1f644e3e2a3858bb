import { createEmbedder } from '../../infra/models/embedding/create-embedder.ts';
import { createEmbeddingKey } from '../../infra/models/embedding/embedding-key.ts';
import { countCl100kTokens } from '../../infra/reading/text-extraction/token-counter.ts';
import { installationKey } from '../../infra/storage/key-vault/installation-key.ts';
import type { Embedders } from '../../ports/embedders.ts';
import type { Foundation } from './open-foundation.ts';
import type { Stores } from './open-stores.ts';

/** Opens the configured embedder, the other available ones, and the built-in one. */
export const openEmbedders = async (
  { configuration, storage, logger, metrics, health, replace }: Foundation & Stores,
  resources: AsyncDisposableStack,
): Promise<Embedders> => {
  const { database } = storage.connection;
  const keyOf = createEmbeddingKey(installationKey(storage.installationSecret, 'embedding cache'));
  const services = {
    database,
    metrics,
    health,
    logger,
    countTokens: countCl100kTokens,
    modelsDir: configuration.modelsDir,
    keyOf,
    onDestroyed: storage.vault.onDestroyed,
    onClose: (close: () => PromiseLike<void>) => resources.defer(close),
  };
  const configured = replace.embedder ?? (await createEmbedder(configuration.embedding, services));
  // An index that was built before another model was configured still needs the built-in embedder.
  const builtin = await createEmbedder({ provider: 'builtin' }, services);
  return {
    configured,
    all: [configured, ...(replace.otherEmbedders ?? []), builtin].filter(
      ({ model }, index, all) => all.findIndex((other) => other.model.name === model.name) === index,
    ),
  };
};
