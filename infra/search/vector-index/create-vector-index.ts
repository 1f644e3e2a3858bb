import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { Database } from '../../../ports/database.ts';
import type { Hasher } from '../../../ports/hasher.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { VectorIndex } from '../../../ports/vector-index.ts';
import { guardVectorSearch } from './guard-vector-search.ts';
import { createInMemoryVectorIndex } from './in-memory-vector-index.ts';
import { openInstallationId } from './open-installation-id.ts';
import { createPgvectorIndex, enablePgvector } from './pgvector-index.ts';
import { createPointCounts } from './point-counts.ts';
import { createCountingIndex } from './qdrant/counting-index.ts';
import { guardQdrantWrites } from './qdrant/guard-qdrant-writes.ts';
import type { QdrantConfiguration } from './qdrant/qdrant-configuration.ts';
import { createQdrantIndex } from './qdrant/qdrant-index.ts';
import { qdrantLeftovers } from './qdrant/qdrant-leftovers.ts';
import { createSearchQualities, type SearchQualities } from './search-qualities.ts';
import {
  type BackedVectorIndex,
  createVectorIndexByGeneration,
  type VectorBackend,
} from './vector-index-by-generation.ts';
import type { VectorIndexChoice } from './vector-index-choice.ts';
import type { VectorSearchConfiguration } from './vector-search-configuration.ts';
import { createVectorUpkeep, type VectorUpkeep } from './vector-upkeep.ts';

type VectorIndexOptions = {
  readonly database: Database;
  readonly choice: VectorIndexChoice;
  /** Overrides `choice`. */
  readonly qdrant?: QdrantConfiguration;
  readonly hasher: Hasher;
  readonly logger: Logger;
  readonly health: Pick<ComponentMonitor, 'report'>;
  /** Milliseconds that a search waits for an index on another machine. */
  readonly searchTimeout: number;
  /** When absent, every search is exact. */
  readonly vectorSearch?: VectorSearchConfiguration;
};

export type OpenVectorIndex = {
  readonly vectors: VectorIndex;
  readonly home: VectorBackend;
  /** Receives the vectors of verification folds, and stores nothing outside the database. */
  readonly verified: VectorIndex;
  readonly qualities: SearchQualities;
  /** Absent when every search is exact. */
  readonly upkeep?: VectorUpkeep;
};

const inQdrant = async (
  { database, hasher, logger, health, searchTimeout, vectorSearch }: VectorIndexOptions,
  { leavesThePremises, layout, ...address }: QdrantConfiguration,
): Promise<BackedVectorIndex & { readonly verified: VectorIndex }> => {
  const { connectToQdrant } = await import('./qdrant/qdrant-connection.ts');
  const connection = connectToQdrant(address);
  const installation = await openInstallationId(database);
  const counts = createPointCounts(database);
  return {
    home: 'qdrant',
    index: guardVectorSearch(
      {
        ...createQdrantIndex({
          connection,
          write: guardQdrantWrites(connection, { health }),
          namespace: `anamnesis_${installation}`,
          leavesThePremises,
          layout,
          counts,
          hasher,
          logger,
          ...omitUndefined({ vectorSearch }),
        }),
        leftovers: qdrantLeftovers(connection, installation),
      },
      { health, timeoutMs: searchTimeout },
    ),
    verified: createCountingIndex({ counts, leavesThePremises }),
  };
};

/**
 * Opens the vector index and chooses where it stores new vectors: in Qdrant when configured, otherwise as
 * `choice` says. `auto` means pgvector on a server that offers it, and byte strings elsewhere: pgvector in
 * the embedded database scans in WebAssembly without SIMD, on the same thread, and copies every query into
 * SQL, so the in-memory index is some 20 times as fast there (`npm run bench -- search`). Does not wait for
 * Qdrant.
 */
export const createVectorIndex = async (options: VectorIndexOptions): Promise<OpenVectorIndex> => {
  const { database, choice, qdrant, vectorSearch, logger } = options;
  const bytes: BackedVectorIndex = { home: 'bytes', index: createInMemoryVectorIndex(database) };
  const pgvector: BackedVectorIndex | undefined = (await enablePgvector(database))
    ? { home: 'pgvector', index: createPgvectorIndex(database, vectorSearch) }
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
  const outside = qdrant && (await inQdrant(options, qdrant));
  const chosen = outside ?? inDatabase;
  const qualities = createSearchQualities(database);
  const vectors = createVectorIndexByGeneration(database, chosen, pgvector ? [pgvector, bytes] : [bytes], {
    qualities,
    ...(outside ? { inDatabase } : {}),
  });
  return {
    vectors,
    home: chosen.home,
    verified: outside?.verified ?? vectors,
    qualities,
    ...(vectorSearch && vectors.approximate
      ? { upkeep: createVectorUpkeep({ vectors, qualities, configuration: vectorSearch, logger }) }
      : {}),
  };
};
