import type { LexicalIndex } from '../../domain/retrieval/lexical/lexical-index.ts';
import { passageFilter } from '../../domain/retrieval/matches-filters.ts';
import type { SearchFilters } from '../../domain/retrieval/search-filters.ts';
import type { VectorHit } from '../../domain/retrieval/vector-hit.ts';

/** The unit vector of a chunk. */
type SealedVector = { readonly chunkId: string; readonly vector: Float32Array };

/**
 * The vectors of documents that hold or may hold PHI, in the memory of this process. A vector allows its text to be
 * approximately reconstructed, so no index on disk or in another service receives them.
 */
export type SealedVectors = {
  /** Replaces the vectors of a document; an empty list removes it. */
  readonly put: (docKey: string, vectors: readonly SealedVector[]) => void;
  /** Nearest first; equal similarities are ordered by chunk id. */
  readonly nearest: (query: Float32Array, limit: number, filters: SearchFilters) => readonly VectorHit[];
};

const similarityOf = (one: Float32Array, other: Float32Array): number => {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
};

const byNearness = (one: VectorHit, other: VectorHit): number =>
  other.similarity - one.similarity || (one.chunkId < other.chunkId ? -1 : 1);

/** Merges the hits of two indexes as if one held the passages of both. */
export const mergeHits = (
  one: readonly VectorHit[],
  other: readonly VectorHit[],
  limit: number,
): readonly VectorHit[] =>
  other.length === 0 ? one : [...one, ...other].toSorted(byNearness).slice(0, limit);

export const createSealedVectors = ({ passage }: Pick<LexicalIndex, 'passage'>): SealedVectors => {
  const documents = new Map<string, readonly SealedVector[]>();
  return {
    put: (docKey, vectors) => {
      if (vectors.length > 0) documents.set(docKey, vectors);
      else documents.delete(docKey);
    },
    nearest: (query, limit, filters) => {
      if (documents.size === 0) return [];
      const passes = passageFilter(filters);
      const hits: VectorHit[] = [];
      for (const { chunkId, vector } of [...documents.values()].flat()) {
        const found = passage(chunkId);
        if (found && passes(found)) hits.push({ chunkId, similarity: similarityOf(query, vector) });
      }
      return hits.toSorted(byNearness).slice(0, limit);
    },
  };
};
