import type { Database, SqlSession } from '../../ports/database.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { LexicalStorage, LexicalTables } from '../../ports/lexical-tables.ts';
import type { RowSealer } from '../../ports/row-sealer.ts';
import type { SealedBlobs } from '../../ports/sealed-blobs.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import type { ProjectionDefinition } from '../runner/projection-definition.ts';
import { createGenerationModelReader } from './generation-model.ts';
import { createSearchProjection } from './search-projection.ts';

type VerifiedSearchServices = {
  readonly database: Database;
  readonly blobs: SealedBlobs;
  readonly eventStore: EventStore;
  readonly sealer: RowSealer;
  /** The vector index, which must leave nothing outside the database. */
  readonly vectors: VectorIndex;
  /** Tables of words, for generations for which the function returns true. */
  readonly lexicalTables: (home: () => Promise<LexicalStorage>) => LexicalTables;
  readonly lexicalStorageOf: (session: SqlSession, schema: string) => Promise<LexicalStorage>;
};

/**
 * The search index as folded for one verification: with vectors of the given live generation's model, and dropped
 * afterwards with everything it has read.
 */
export const createVerifiedSearchProjection = (
  { database, blobs, eventStore, sealer, vectors, lexicalTables, lexicalStorageOf }: VerifiedSearchServices,
  liveSchema: string,
): ProjectionDefinition => {
  const modelOf = createGenerationModelReader(database);
  let home: LexicalStorage = 'memory';
  const definition = createSearchProjection({
    lexical: lexicalTables(async () => home),
    // A verification changes only its scratch schema.
    generations: { list: async () => [] },
    blobs,
    eventStore,
    sealer,
    vectors,
    modelOf,
    modelInUse: () => modelOf(liveSchema),
    readGenerationModels: () => {
      throw new Error('A scratch schema has no generation to plan.');
    },
  });
  // Cached here, because nothing may be looked up inside the transaction of `create`.
  return {
    ...definition,
    plan: async () => {
      await modelOf(liveSchema);
      home = await lexicalStorageOf(database, liveSchema);
    },
  };
};
