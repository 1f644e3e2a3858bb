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

/** A search in a generation. */
export type VectorQuestion = {
  readonly vector: Float32Array;
  /** Maximum number of hits. */
  readonly limit: number;
  readonly filters: SearchFilters;
  /** The words that were embedded, as terms; none when only the meaning counts. */
  readonly terms?: readonly LexicalTerm[];
  /** Whether it contains PHI. */
  readonly phi?: boolean;
  /**
   * Everything stored before the projection's checkpoint reached this log position must be found. Without it the index
   * reads the checkpoint itself; with it, an index that follows a table need not read it again.
   */
  readonly asOf?: Position;
  /** Default: the mode last found suitable for the generation, or exact if that is unknown. */
  readonly precision?: SearchPrecision;
};

/** Compares every vector, or those reached through a graph with that many candidates. */
export type SearchPrecision = 'exact' | { readonly ef: number };

/** The contents of a generation. */
type GenerationShape = {
  readonly vectors: number;
  /** Whether there is a graph to search by. */
  readonly hasGraph: boolean;
  /** Stored vectors that are missing now: the generation must be rebuilt. */
  readonly missing: number;
};

/** The capabilities of an index that can search by a graph (HNSW). */
export type ApproximateSearch = {
  /** Returns quickly. */
  readonly shapeOf: (generation: string) => Promise<GenerationShape>;
  /**
   * Brings a generation into the form that its configuration and size require: a graph if it is large, indexes for
   * filters. Takes minutes if it is very large; searches continue. Harmless to repeat.
   */
  readonly tend: (generation: string, signal: AbortSignal) => Promise<void>;
  /** Up to that number of its vectors, sampled across the generation. */
  readonly sample: (generation: string, count: number) => Promise<readonly Float32Array[]>;
};

/** Vectors of a document. */
type VectorCount = {
  /** Counted in the index itself. */
  readonly held: number;
  /** The number that was stored, if recorded: further passages of the document must not be sent to the index. */
  readonly given?: number;
};

/** Data in an index outside the database that may no longer be of use. */
export type VectorLeftovers = {
  /** Distinguishes this installation from others that share the index. */
  readonly installation: string;
  /** Collections of none of the kept generations, and all those of other installations. */
  readonly find: (
    kept: readonly string[],
    building: readonly string[],
  ) => Promise<readonly { readonly collection: string; readonly installation: string }[]>;
  readonly remove: (collection: string) => Promise<void>;
};

/**
 * Putting a large document in several transactions before the one that lets it be found. A new version has other chunk
 * ids than the one before.
 */
export type PutAhead = {
  /** Adds points that `show` lets be found; harmless to repeat. Answers whether the generation takes them ahead. */
  readonly put: (
    session: SqlSession,
    generation: string,
    docKey: string,
    points: readonly VectorPoint[],
  ) => Promise<boolean>;
  /** Replaces all vectors of a document by those that were put ahead, which are named. */
  readonly show: (
    session: SqlSession,
    generation: string,
    docKey: string,
    chunkIds: readonly string[],
  ) => Promise<void>;
};

/**
 * Nearest-neighbour search over unit vectors, in generations (named like the projection's schema): a new one is filled
 * while the live one stays in use. Writes are idempotent. An index inside the database takes part in the transaction of
 * `session`; an external one ignores it and relies on at-least-once delivery. An index outside the premises receives
 * nothing that contains PHI or names a patient. Rejects with a Failure: `unavailable`, `timeout` or
 * `external_api_error` if the index is external.
 */
export type VectorIndex = {
  /**
   * Rejects when the index cannot be written or searched at the moment: the place of new generations or, given one, the
   * place of that generation. Quick, without side effects.
   */
  readonly check: (generation?: string) => Promise<void>;
  /** Creates an empty generation, replacing remains of this name outside the database. */
  readonly createGeneration: (session: SqlSession, generation: string, dimensions: number) => Promise<void>;
  /**
   * The same inside the database, for a generation needed immediately while the index is unreachable. It is rebuilt in
   * the right place later. Absent if new generations are in the database anyway.
   */
  readonly createInDatabase?: VectorIndex['createGeneration'];
  /** Whether the generation exists in the place of new ones: if not, it must be rebuilt. */
  readonly holdsGeneration: (generation: string) => Promise<boolean>;
  /** Removes all other generations, and any remains of a crash. */
  readonly keepGenerations: (generations: readonly string[]) => Promise<void>;
  /** Replaces all vectors of a document; an empty list removes it. A reader finds the old ones or the new ones. */
  readonly putDocument: (
    session: SqlSession,
    generation: string,
    docKey: string,
    points: readonly VectorPoint[],
  ) => Promise<void>;
  /** Absent where a long transaction holds up no one else. */
  readonly ahead?: PutAhead;
  /**
   * Nearest first; ties ordered by chunk id. Without terms the hits are the nearest of all. With terms, an index that
   * stores words may replace some hits by passages that match the words; the order is the same.
   */
  readonly search: (generation: string, question: VectorQuestion) => Promise<readonly VectorHit[]>;
  /** The number of vectors of a generation, counted in the index itself. */
  readonly count: (generation: string) => Promise<number>;
  /** The same for each of at most a thousand documents; omits those of which nothing was found or stored. */
  readonly countOf: (
    generation: string,
    docKeys: readonly string[],
  ) => Promise<ReadonlyMap<string, VectorCount>>;
  /** Absent if no leftovers are possible. */
  readonly leftovers?: VectorLeftovers;
  /** Absent if every vector is always compared. */
  readonly approximate?: ApproximateSearch;
};
