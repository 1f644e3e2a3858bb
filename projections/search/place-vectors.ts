import { Failure } from '../../domain/kernel/failure.ts';
import type { SqlSession } from '../../ports/database.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';

/** Decides where the vectors of new generations are stored, and whether those of others are where they should be. */
export type VectorPlacement = {
  /** Rejects when the generation cannot be created where it should be and is not needed immediately. */
  readonly plan: (schema: string, use: 'read-at-once' | 'read-when-built') => Promise<void>;
  readonly create: (session: SqlSession, schema: string, dimensions: number) => Promise<void>;
  /** An index that does not respond keeps its generations; a generation that must move to one is `awaiting`. */
  readonly isRight: (schema: string) => Promise<boolean | 'awaiting'>;
};

/**
 * A generation that is needed immediately is created in the database when the index is unreachable or refuses it: no
 * other can serve meanwhile. It is rebuilt later.
 */
export const placeVectors = (vectors: VectorIndex): VectorPlacement => {
  const inDatabase = new Set<string>();
  /** Schemas that the index refused although it responds: its disk may be full. */
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
        // A new generation needs the index, so requesting one must wait until it responds.
        if (error instanceof Failure) return 'awaiting';
        throw error;
      }
    },
  };
};
