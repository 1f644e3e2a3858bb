import type { Position } from '../domain/kernel/event.ts';
import type { SqlSession } from './database.ts';
import type { Fence } from './leases.ts';

/** The stored facts of one generation of a projection. */
export type Generation = {
  readonly projection: string;
  readonly generation: number;
  /** The version of its fold. */
  readonly definitionVersion: number;
  readonly state: 'building' | 'live' | 'retired' | 'failed';
  /** Events up to this position are folded into its rows. */
  readonly position: Position;
  /** The head of the log when building began, to show progress. */
  readonly target: Position;
};

type NewGeneration = Pick<Generation, 'projection' | 'generation' | 'definitionVersion' | 'state' | 'target'>;

/** A conditional move of a checkpoint: only from the expected position, and only while the lease has this fence. */
export type CheckpointMove = {
  readonly generation: number;
  readonly from: Position;
  readonly to: Position;
  readonly fence: Fence;
};

/**
 * The bookkeeping of generations, in the database of the rows. Calls with a session take part in its transaction, so
 * that a checkpoint and its rows are stored together or not at all (exactly once). The log alone decides which
 * generation is read or built; `state` follows it, so that readers need not fold the log.
 */
export type Generations = {
  /** The generations of one projection or of all, in order. */
  readonly list: (session: SqlSession, projection?: string) => Promise<readonly Generation[]>;
  /**
   * Records a new generation at position 0, or restarts one under construction by an older version of the fold. Returns
   * whether its tables must be created; false for a known one.
   */
  readonly register: (session: SqlSession, generation: NewGeneration) => Promise<boolean>;
  /**
   * Moves a checkpoint; returns whether it was moved. As the first statement of a transaction it locks the generation,
   * so that a former owner of the lease cannot write after a new one or in between.
   */
  readonly moveCheckpoint: (
    session: SqlSession,
    projection: string,
    move: CheckpointMove,
  ) => Promise<boolean>;
  /**
   * Makes a generation live. The previous one is retired, or continues to be built when the log names it as `next`.
   * Rejects with `leaseLost`, which rolls the caller's transaction back, when the lease has another owner.
   */
  readonly makeLive: (
    session: SqlSession,
    projection: string,
    switched: { readonly live: number; readonly next: number | undefined; readonly fence: Fence },
  ) => Promise<void>;
  /** Harmless when it does not exist. */
  readonly remove: (session: SqlSession, projection: string, generation: number) => Promise<void>;
};
