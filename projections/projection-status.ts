import type { Position } from '../domain/kernel/event.ts';
import type { Examination } from '../domain/operations/rebuild-examination.ts';
import type { PrecisionReason } from '../domain/retrieval/dense/search-quality.ts';
import type { IndexHealth } from './search/index-health.ts';

/** The status of one projection or consumer, for operators. */
export type ProjectionStatus = {
  readonly name: string;
  readonly kind: 'projection' | 'consumer';
  /** The generation being read; 0 for a consumer. */
  readonly generation: number;
  readonly checkpoint: Position;
  readonly head: Position;
  readonly eventsBehind: number;
  /** Age of the oldest event not yet handled; 0 when there is none. */
  readonly secondsBehind: number;
  /** Whether some process holds the lease and works. */
  readonly alive: boolean;
  /** Seconds for which the owner has held the lease; absent when it is free. */
  readonly ownerSeconds?: number;
  /** The nodes that do the work, largest share first. */
  readonly owners: readonly PartitionOwner[];
  /** Number of partitions into which the work is divided: 1 for a projection. */
  readonly shares: number;
  /**
   * The state as seen by this process: it does some of the work itself (`running`), another process does (`waiting`)
   * or none (`stopped`), it cannot in this version of the program (`blocked`), or it failed and is being retried
   * (`failing`).
   */
  readonly state: 'running' | 'waiting' | 'blocked' | 'failing' | 'stopped';
  /** Why it is blocked or failing; free of PHI. */
  readonly error?: string;
  readonly parked: number;
  /** For the search index: how its vectors are searched. */
  readonly vectors?: VectorSearchStatus;
  /** Present while a new generation or its vectors are being built. */
  readonly rebuild?: {
    /** The number of the generation. */
    readonly generation: number;
    readonly position: Position;
    readonly target: Position;
    /** 0 to 1; first for embedding the documents, then for the build. */
    readonly progress: number;
    readonly error?: string;
    readonly reembedding?: Reembedding;
    /** True when it misses documents that the live one finds and awaits a decision; it is kept current meanwhile. */
    readonly waits?: true;
  };
  /** The result of comparing the last rebuilt generation with the one that was live then. */
  readonly examination?: ExaminationStatus;
  /** For the search index, if requested: the contents of each stored generation. */
  readonly index?: readonly IndexHealth[];
};

/** The result of comparing a rebuilt generation with the live one. */
type ExaminationStatus = Examination & {
  readonly generation: number;
  readonly live: number;
  /** Known questions whose document was lost. */
  readonly lost: number;
  /** A person's decision about a rebuild that lost documents. */
  readonly decided?: 'accepted' | 'discarded';
};

/** How the vectors of the live generation are stored and compared. */
export type VectorSearchStatus = {
  /** In the database as bytes or by pgvector, or in Qdrant. */
  readonly backend: 'bytes' | 'pgvector' | 'qdrant';
  /** Whether every vector is compared, or only those found through a graph. */
  readonly search: 'exact' | 'approximate';
  /** The reason; absent when every vector is always compared, and before the first check. */
  readonly reason?: PrecisionReason;
  /** The number of vectors at the last check. */
  readonly vectors?: number;
  /** Measured recall of the graph, from 0 to 1. */
  readonly recall?: number;
  /** Number of queries in the measurement. */
  readonly probes?: number;
  /** Candidates considered in a graph search. */
  readonly ef?: number;
  /** ISO 8601. */
  readonly measuredAt?: string;
};

/** A node that does some of the work. */
export type PartitionOwner = {
  /** Its id in the list of nodes. */
  readonly node: string;
  /** Number of partitions that it works on. */
  readonly shares: number;
};

/** The progress of embedding documents with another model, for a generation with those vectors. */
export type Reembedding = {
  readonly model: string;
  /** Live documents that have such vectors, their total, and those that must not be sent to the model. */
  readonly done: number;
  readonly total: number;
  readonly withheld: number;
};

/** Reads the status of everything that follows the log. */
export type ProjectionStatusReader = {
  readonly list: () => Promise<readonly ProjectionStatus[]>;
  /** The same, with counts of the search index, which may take seconds. */
  readonly listCounted: () => Promise<readonly ProjectionStatus[]>;
};
