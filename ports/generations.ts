import type { Position } from '../domain/kernel/event.ts';
import type { SqlSession } from './database.ts';
import type { Fence } from './leases.ts';

/** The stored facts of one generation of a projection. */
export type Generation = {
  readonly projection: string;
  readonly generation: number;
  /** The version of the fold that makes it. */
  readonly definitionVersion: number;
  readonly state: 'building' | 'live' | 'retired' | 'failed';
  /** Everything up to here is folded into its rows. */
  readonly position: Position;
  /** How far the log reached when the building began, for showing progress. */
  readonly target: Position;
};

type NewGeneration = Pick<Generation, 'projection' | 'generation' | 'definitionVersion' | 'state' | 'target'>;

/** One step of a checkpoint: only from where it is believed to be, and only while the lease has this fence. */
export type CheckpointMove = {
  readonly generation: number;
  readonly from: Position;
  readonly to: Position;
  readonly fence: Fence;
};

/**
 * The bookkeeping of generations, in the database of the rows: whatever takes a session takes part in its transaction,
 * so that a checkpoint and the rows that it speaks of are stored together or not at all (exactly once). Which generation
 * is read or built is decided by the log alone; `state` follows it, so that readers need not fold the log.
 */
export type Generations = {
  /** Those of one projection or of all, in order. */
  readonly list: (session: SqlSession, projection?: string) => Promise<readonly Generation[]>;
  /**
   * Records a new generation at position 0, or restarts one under construction by an older version of the fold.
   * Answers whether its tables have to be made; false for a known one.
   */
  readonly register: (session: SqlSession, generation: NewGeneration) => Promise<boolean>;
  /**
   * Moves a checkpoint; answers whether it was moved. Done first in a transaction it locks the generation, so that a
   * former owner of the lease can neither write after nor between a new one.
   */
  readonly moveCheckpoint: (
    session: SqlSession,
    projection: string,
    move: CheckpointMove,
  ) => Promise<boolean>;
  /**
   * Makes a generation the live one. The previous one retires, or continues to be built when the log names it as
   * `next`. Rejects with `leaseLost`, and so rolls the caller's transaction back, when the lease has another owner.
   */
  readonly makeLive: (
    session: SqlSession,
    projection: string,
    switched: { readonly live: number; readonly next: number | undefined; readonly fence: Fence },
  ) => Promise<void>;
  /** Harmless when it is gone. */
  readonly remove: (session: SqlSession, projection: string, generation: number) => Promise<void>;
};
