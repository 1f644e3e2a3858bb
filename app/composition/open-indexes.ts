import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { nodeHasher } from '../../infra/installation/node-hasher.ts';
import {
  createVectorIndex,
  type OpenVectorIndex,
} from '../../infra/search/vector-index/create-vector-index.ts';
import { openStoredEntities, type StoredEntities } from '../../infra/storage/stored-entities.ts';
import type { Embedders } from '../../ports/embedders.ts';
import {
  createGenerationModelReader,
  type GenerationModelReader,
} from '../../projections/search/generation-model.ts';
import { openEmbedders } from './open-embedders.ts';
import type { Foundation } from './open-foundation.ts';
import { type Lexical, type LexicalServices, openLexical } from './open-lexical.ts';
import type { Stores } from './open-stores.ts';
import type { WriteSide } from './open-write-side.ts';

/** The indexes that find passages, and their readers and writers. */
export type Indexes = {
  readonly stored: StoredEntities;
  readonly embedders: Embedders;
  readonly modelOf: GenerationModelReader;
  readonly vectorIndex: OpenVectorIndex;
  readonly lexicalServices: LexicalServices;
  readonly lexical: Lexical;
};

/** Opens the entities of read models, and the word and vector indexes. */
export const openIndexes = async (
  services: Foundation & Stores & WriteSide,
  resources: AsyncDisposableStack,
): Promise<Indexes> => {
  const { configuration, storage, commandServices, logger, metrics, health } = services;
  const { connection, sealedBlobs: blobs, generations, sealer } = storage;
  const { database } = connection;
  const stored = await openStoredEntities(connection, sealer);
  resources.defer(() => stored.close());
  const lexicalServices = {
    database,
    generations,
    sealer,
    blobs,
    dictionary: commandServices.documentNames.dictionary,
    logger,
    metrics,
    choice: configuration.lexicalIndex.choice,
    postingBytes: configuration.lexicalIndex.cacheBytes,
  };
  return {
    stored,
    embedders: await openEmbedders(services, resources),
    modelOf: createGenerationModelReader(database),
    vectorIndex: await createVectorIndex({
      database,
      choice: configuration.vectorIndex,
      vectorSearch: configuration.vectorSearch,
      ...omitUndefined({ qdrant: configuration.qdrant }),
      hasher: nodeHasher,
      logger,
      health,
      searchTimeout: configuration.searchTimeout,
    }),
    lexicalServices,
    lexical: openLexical(lexicalServices),
  };
};
