import type { Filterable } from '../domain/retrieval/matches-filters.ts';
import type { SearchFilters } from '../domain/retrieval/search-filters.ts';
import type { SqlSession } from './database.ts';

/** A passage's vector with what it can be filtered by. */
export type VectorPoint = Filterable & { readonly chunkId: string; readonly vector: Float32Array };

/** A found passage: cosine similarity from -1 to 1, higher is nearer. */
export type VectorHit = { readonly chunkId: string; readonly similarity: number };

/**
 * Nearest-neighbour search over unit vectors, in generations (named as the projection's schema): a new one is filled
 * beside the live one. Writes are idempotent. An index inside the database takes part in the transaction of
 * `session`; one elsewhere ignores it and relies on at-least-once delivery.
 */
export type VectorIndex = {
  readonly createGeneration: (session: SqlSession, generation: string, dimensions: number) => Promise<void>;
  /** Replaces all vectors of a document; none removes it. */
  readonly putDocument: (
    session: SqlSession,
    generation: string,
    docKey: string,
    points: readonly VectorPoint[],
  ) => Promise<void>;
  /** Nearest first; equal similarities in order of chunk ids. */
  readonly search: (
    generation: string,
    query: Float32Array,
    limit: number,
    filters: SearchFilters,
  ) => Promise<readonly VectorHit[]>;
};
