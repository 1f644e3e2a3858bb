import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { Database } from '../../ports/database.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { Logger } from '../../ports/logger.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import { createInMemoryVectorIndex } from './in-memory-vector-index.ts';
import { openInstallationId } from './open-installation-id.ts';
import { createPgvectorIndex, enablePgvector } from './pgvector-index.ts';
import type { QdrantConfiguration } from './qdrant/qdrant-configuration.ts';
import { connectToQdrant } from './qdrant/qdrant-connection.ts';
import { createQdrantIndex } from './qdrant/qdrant-index.ts';
import {
  type BackedVectorIndex,
  createVectorIndexByGeneration,
  type VectorBackend,
} from './vector-index-by-generation.ts';
import type { VectorIndexChoice } from './vector-index-choice.ts';

type VectorIndexOptions = {
  readonly database: Database;
  readonly choice: VectorIndexChoice;
  /** Goes before the choice. */
  readonly qdrant?: QdrantConfiguration;
  readonly hasher: Hasher;
  readonly logger: Logger;
};

const inQdrant = async (
  { database, hasher, logger }: VectorIndexOptions,
  qdrant: QdrantConfiguration,
): Promise<BackedVectorIndex> => ({
  home: 'qdrant',
  index: createQdrantIndex({
    connection: connectToQdrant(qdrant),
    namespace: `anamnesis_${await openInstallationId(database)}`,
    leavesThePremises: qdrant.leavesThePremises,
    hasher,
    logger,
  }),
});

/**
 * The vector index, and where it keeps new vectors: in Qdrant when that is configured, else as was chosen, by itself in
 * pgvector on a server that has it, else as bytes. pgvector inside this process scans in WebAssembly without SIMD, on
 * the same thread, and copies every question into SQL: the resident index is some 20 times as fast there
 * (`npm run bench -- search`). Does not wait for Qdrant.
 */
export const createVectorIndex = async (
  options: VectorIndexOptions,
): Promise<{ readonly vectors: VectorIndex; readonly home: VectorBackend }> => {
  const { database, choice, qdrant } = options;
  const bytes: BackedVectorIndex = { home: 'bytes', index: createInMemoryVectorIndex(database) };
  const pgvector: BackedVectorIndex | undefined = (await enablePgvector(database))
    ? { home: 'pgvector', index: createPgvectorIndex(database) }
    : undefined;
  if (choice === 'pgvector' && !pgvector) {
    throw new Failure(
      failure(
        'unavailable',
        'VECTOR_INDEX=pgvector needs the extension "vector", which this database does not offer. Install it or unset VECTOR_INDEX.',
        { component: 'vector-index' },
      ),
    );
  }
  const wantsPgvector = choice === 'pgvector' || (choice === 'auto' && database.kind === 'server');
  const inDatabase = wantsPgvector && pgvector ? pgvector : bytes;
  const chosen = qdrant ? await inQdrant(options, qdrant) : inDatabase;
  return {
    vectors: createVectorIndexByGeneration(database, chosen, pgvector ? [pgvector, bytes] : [bytes]),
    home: chosen.home,
  };
};
