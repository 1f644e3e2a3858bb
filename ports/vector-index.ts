import type { SearchFilters } from '../domain/retrieval/search-filters.ts';

/** A passage's vector with what it can be filtered by. */
export type VectorPoint = {
  readonly chunkId: string;
  readonly docKey: string;
  readonly version: number;
  readonly vector: Float32Array;
  readonly sourceType: string;
  readonly specialty: readonly string[];
  readonly agency?: string;
  readonly stateCode?: string;
  readonly effectiveDate?: string;
};

/** A found passage: cosine similarity from -1 to 1, higher is nearer. */
export type VectorHit = { readonly chunkId: string; readonly similarity: number };

/**
 * Nearest-neighbour search over unit vectors, in generations: a new one is filled beside the live one. Writes are
 * idempotent; writing a version of a document replaces every other version of it.
 */
export type VectorIndex = {
  readonly createGeneration: (generation: string, dimensions: number) => Promise<void>;
  readonly dropGeneration: (generation: string) => Promise<void>;
  readonly putDocument: (generation: string, docKey: string, points: readonly VectorPoint[]) => Promise<void>;
  readonly removeDocument: (generation: string, docKey: string) => Promise<void>;
  readonly search: (
    generation: string,
    query: Float32Array,
    limit: number,
    filters: SearchFilters,
  ) => Promise<readonly VectorHit[]>;
};
