import type { Position } from '../domain/kernel/event.ts';
import type { Examination } from '../domain/operations/rebuild-examination.ts';
import type { PrecisionReason } from '../domain/retrieval/dense/search-quality.ts';
import type { IndexHealth } from './search/index-health.ts';

/** What an operator sees of one projection or consumer. */
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
  /** For how many seconds its owner has had the lease; absent when it is free. */
  readonly ownerSeconds?: number;
  /** The nodes that do the work, most of it first. */
  readonly owners: readonly PartitionOwner[];
  /** Number of partitions into which the work is divided: 1 for a projection. */
  readonly shares: number;
  /**
   * As the process sees it that is asked: it does some of the work itself (`running`), another one does (`waiting`) or none
   * (`stopped`), it cannot in this version of the program (`blocked`), or it failed and is tried again (`failing`).
   */
  readonly state: 'running' | 'waiting' | 'blocked' | 'failing' | 'stopped';
  /** Why it is blocked or failing; free of PHI. */
  readonly error?: string;
  readonly parked: number;
  /** Of the search index: how its vectors are searched. */
  readonly vectors?: VectorSearchStatus;
  /** Present while a new generation is being built, or what it needs is being made. */
  readonly rebuild?: {
    /** The number that the generation has, or will have. */
    readonly generation: number;
    readonly position: Position;
    readonly target: Position;
    /** 0 to 1; of embedding the documents while that is going on, and then of the building itself. */
    readonly progress: number;
    readonly error?: string;
    readonly reembedding?: Reembedding;
    /** It loses what the live one finds, and waits for a person: it is kept current meanwhile. */
    readonly waits?: true;
  };
  /** What came of comparing the last rebuilt generation with the one that was live then. */
  readonly examination?: ExaminationStatus;
  /** Of the search index, where it was asked for: what there is of each stored generation. */
  readonly index?: readonly IndexHealth[];
};

/** What came of comparing a rebuilt generation with the live one. */
type ExaminationStatus = Examination & {
  readonly generation: number;
  readonly live: number;
  /** Of the known questions, those that were lost. */
  readonly lost: number;
  /** What a person decided about one that lost something. */
  readonly decided?: 'accepted' | 'discarded';
};

/** How the vectors of the generation that is read are kept and compared. */
export type VectorSearchStatus = {
  /** In the database as bytes or by pgvector, or in Qdrant. */
  readonly backend: 'bytes' | 'pgvector' | 'qdrant';
  /** Whether every vector is compared, or those that a graph leads to. */
  readonly search: 'exact' | 'approximate';
  /** Why; absent where every vector is always compared, and before the first look. */
  readonly reason?: PrecisionReason;
  /** As many as there were at the last look. */
  readonly vectors?: number;
  /** Share of the nearest that the graph found when it was measured, from 0 to 1. */
  readonly recall?: number;
  /** Questions that it was measured with. */
  readonly probes?: number;
  /** Candidates that a search of the graph keeps. */
  readonly ef?: number;
  /** ISO 8601. */
  readonly measuredAt?: string;
};

/** A node that does some of the work. */
export type PartitionOwner = {
  /** The id under which it is listed among the nodes. */
  readonly node: string;
  /** Number of partitions that it works on. */
  readonly shares: number;
};

/** The documents that get vectors of another model, for a generation that holds those. */
export type Reembedding = {
  readonly model: string;
  /** Live documents that have such vectors, of how many, and those that must not be given to the model. */
  readonly done: number;
  readonly total: number;
  readonly withheld: number;
};

/** Reads the status of everything that follows the log. */
export type ProjectionStatusReader = {
  readonly list: () => Promise<readonly ProjectionStatus[]>;
  /** The same, with what there is of the search index counted, which may take seconds. */
  readonly listCounted: () => Promise<readonly ProjectionStatus[]>;
};
