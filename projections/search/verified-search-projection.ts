import type { Database } from '../../ports/database.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { RowSealer } from '../../ports/row-sealer.ts';
import type { SealedBlobs } from '../../ports/sealed-blobs.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import type { ProjectionDefinition } from '../runner/projection-definition.ts';
import { createGenerationModelReader } from './generation-model.ts';
import { createSearchProjection } from './search-projection.ts';

/** Takes vectors and keeps none: those outside the database are not compared, and nothing is to be left there. */
const nowhere: VectorIndex = {
  check: async () => {},
  createGeneration: async () => {},
  holdsGeneration: async () => true,
  keepGenerations: async () => {},
  putDocument: async () => {},
  search: async () => [],
};

type VerifiedSearchServices = {
  readonly database: Database;
  readonly blobs: SealedBlobs;
  readonly eventStore: EventStore;
  readonly sealer: RowSealer;
  /** Given where the vectors are in the database. */
  readonly vectors: VectorIndex | undefined;
};

/**
 * The search index as it is folded for one verification: with vectors of the model that the given live generation holds,
 * and forgotten with all that it has read when that is over.
 */
export const createVerifiedSearchProjection = (
  { database, blobs, eventStore, sealer, vectors }: VerifiedSearchServices,
  liveSchema: string,
): ProjectionDefinition => {
  const modelOf = createGenerationModelReader(database);
  const definition = createSearchProjection({
    // A verification changes nothing but its scratch.
    generations: { list: async () => [] },
    blobs,
    eventStore,
    sealer,
    vectors: vectors ?? nowhere,
    modelOf,
    modelInUse: () => modelOf(liveSchema),
    readGenerationModels: () => {
      throw new Error('A scratch has no generation to be planned.');
    },
  });
  // Remembered from here on: inside the transaction of `create` nothing else may be asked.
  return { ...definition, plan: async () => void (await modelOf(liveSchema)) };
};
