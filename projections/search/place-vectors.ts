import { Failure } from '../../domain/kernel/failure.ts';
import type { SqlSession } from '../../ports/database.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';

/** Decides where the vectors of new generations are, and says whether those of others are where they should be. */
export type VectorPlacement = {
  /** Rejects where the generation cannot be made where it should be, and need not be read at once. */
  readonly plan: (schema: string, use: 'read-at-once' | 'read-when-built') => Promise<void>;
  readonly create: (session: SqlSession, schema: string, dimensions: number) => Promise<void>;
  /** An index that does not answer keeps what it has; one that a generation is to move to is `awaiting`. */
  readonly isRight: (schema: string) => Promise<boolean | 'awaiting'>;
};

/**
 * A generation that is read at once is made in the database where the index cannot be reached, or does not take it: it
 * has no other to answer meanwhile, and is rebuilt later.
 */
export const placeVectors = (vectors: VectorIndex): VectorPlacement => {
  const inDatabase = new Set<string>();
  /** Schemas that the index did not take although it answers: its disk may be full. */
  const refused = new Set<string>();

  return {
    plan: async (schema, use) => {
      inDatabase.delete(schema);
      const mayBeInDatabase = use === 'read-at-once' && vectors.createInDatabase !== undefined;
      if (mayBeInDatabase && refused.delete(schema)) {
        inDatabase.add(schema);
        return;
      }
      try {
        await vectors.check();
      } catch (error) {
        if (!(error instanceof Failure) || !mayBeInDatabase) throw error;
        inDatabase.add(schema);
      }
    },
    create: async (session, schema, dimensions) => {
      if (vectors.createInDatabase && inDatabase.has(schema)) {
        await vectors.createInDatabase(session, schema, dimensions);
        return;
      }
      try {
        await vectors.createGeneration(session, schema, dimensions);
      } catch (error) {
        if (error instanceof Failure) refused.add(schema);
        throw error;
      }
    },
    isRight: async (schema) => {
      try {
        if (await vectors.holdsGeneration(schema)) return true;
      } catch (error) {
        if (error instanceof Failure) return true;
        throw error;
      }
      try {
        await vectors.check();
        return false;
      } catch (error) {
        // A new generation needs the index: asking for one has to wait until it answers.
        if (error instanceof Failure) return 'awaiting';
        throw error;
      }
    },
  };
};
