import type { Position } from '../domain/kernel/event.ts';
import type { LexicalTerm } from '../domain/retrieval/lexical/lexical-query.ts';
import type { PassageWords } from '../domain/retrieval/lexical/sparse-vector.ts';
import type { Filterable } from '../domain/retrieval/matches-filters.ts';
import type { SearchFilters } from '../domain/retrieval/search-filters.ts';
import type { VectorHit } from '../domain/retrieval/vector-hit.ts';
import type { SqlSession } from './database.ts';

/** A passage's vector with its filter values, and its words for an index that keeps those too. */
export type VectorPoint = Filterable &
  PassageWords & {
    readonly chunkId: string;
    readonly vector: Float32Array;
    /** Whether its document is known to hold PHI. */
    readonly phi: boolean;
  };

/** The target of a generation's search. */
export type VectorQuestion = {
  readonly vector: Float32Array;
  /** How many hits are wanted. */
  readonly limit: number;
  readonly filters: SearchFilters;
  /** The words that were embedded, as terms; none when only the meaning counts. */
  readonly terms?: readonly LexicalTerm[];
  /** Whether it holds PHI. */
  readonly phi?: boolean;
  /**
   * Everything put before the projection's checkpoint reached this log position must be found. Without it the index
   * looks for itself; with it, one that follows a table need not look twice.
   */
  readonly asOf?: Position;
  /** Absent: the mode that the generation was last found fit for, or exact where that is unknown. */
  readonly precision?: SearchPrecision;
};

/** Every vector is compared, or those reached through a graph, keeping that many candidates on the way. */
export type SearchPrecision = 'exact' | { readonly ef: number };

/** What there is of a generation. */
type GenerationShape = {
  readonly vectors: number;
  /** Whether there is a graph to search by. */
  readonly hasGraph: boolean;
  /** Vectors that were put and are missing now: it has to be rebuilt. */
  readonly missing: number;
};

/** The capabilities of an index that can search by a graph (HNSW). */
export type ApproximateSearch = {
  /** Quick. */
  readonly shapeOf: (generation: string) => Promise<GenerationShape>;
  /**
   * Gives a generation the form that was configured and its size calls for: a graph where it is large, indexes for
   * filters. Takes minutes where it is very large; searches go on. Harmless to repeat.
   */
  readonly tend: (generation: string, signal: AbortSignal) => Promise<void>;
  /** Up to that number of its vectors, spread across it. */
  readonly sample: (generation: string, count: number) => Promise<readonly Float32Array[]>;
};

/** Vectors of a document. */
type VectorCount = {
  /** That the index really has, as it counts itself. */
  readonly held: number;
  /** That it was given, where that is kept: what its passages have beyond that must not be given to it. */
  readonly given?: number;
};

/** Data in an index outside the database that may no longer be of use. */
export type VectorLeftovers = {
  /** Distinguishes this installation from others that share the index. */
  readonly installation: string;
  /** What belongs to none of the kept generations, and all that belongs to other installations. */
  readonly find: (
    kept: readonly string[],
    building: readonly string[],
  ) => Promise<readonly { readonly collection: string; readonly installation: string }[]>;
  readonly remove: (collection: string) => Promise<void>;
};

/**
 * Nearest-neighbour search over unit vectors, in generations (named as the projection's schema): a new one is filled
 * beside the live one. Writes are idempotent. An index inside the database takes part in the transaction of
 * `session`; one elsewhere ignores it and relies on at-least-once delivery. One outside the premises is given nothing
 * that holds PHI or names a patient. Rejects with a Failure: `unavailable`, `timeout` or `external_api_error` where
 * the index is elsewhere.
 */
export type VectorIndex = {
  /**
   * Rejects when the index cannot be written or searched at the moment: where new generations are made or, of a
   * generation, where that one is. Quick, without effect.
   */
  readonly check: (generation?: string) => Promise<void>;
  /** Makes an empty generation, replacing remains of this name outside the database. */
  readonly createGeneration: (session: SqlSession, generation: string, dimensions: number) => Promise<void>;
  /**
   * The same inside the database, for a generation that has to be there at once while the index cannot be reached. It is
   * not where it should be, and is rebuilt later. Absent where new generations are in the database anyway.
   */
  readonly createInDatabase?: VectorIndex['createGeneration'];
  /** Whether the generation exists in the place where new ones are made: if not, it has to be rebuilt. */
  readonly holdsGeneration: (generation: string) => Promise<boolean>;
  /** Removes all other generations, and any remains of a crash. */
  readonly keepGenerations: (generations: readonly string[]) => Promise<void>;
  /** Replaces all vectors of a document; none removes it. A reader finds the old ones or the new ones. */
  readonly putDocument: (
    session: SqlSession,
    generation: string,
    docKey: string,
    points: readonly VectorPoint[],
  ) => Promise<void>;
  /**
   * Nearest first; equal similarities in order of chunk ids. Without terms the hits are the nearest of all. With
   * terms, an index that keeps words may give places to passages that the words find; their order is the same.
   */
  readonly search: (generation: string, question: VectorQuestion) => Promise<readonly VectorHit[]>;
  /** How many vectors a generation really has, as the index counts itself. */
  readonly count: (generation: string) => Promise<number>;
  /** The same for each of some documents that it has any of, or was given any; at most a thousand are asked for. */
  readonly countOf: (
    generation: string,
    docKeys: readonly string[],
  ) => Promise<ReadonlyMap<string, VectorCount>>;
  /** Absent where nothing can be left that goes with no generation. */
  readonly leftovers?: VectorLeftovers;
  /** Absent where every vector is always compared. */
  readonly approximate?: ApproximateSearch;
};
