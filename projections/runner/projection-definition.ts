import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import type { Examination } from '../../domain/operations/rebuild-examination.ts';
import type { SqlSession } from '../../ports/database.ts';

/** A table of a generation with the columns that reading it takes, and their PostgreSQL types. */
export type ReadTable = {
  readonly table: string;
  readonly columns: readonly { readonly column: string; readonly type: string }[];
};

/** A generation, and up to where it is built at the least. */
export type BuiltGeneration = { readonly generation: number; readonly position: Position };

/** The generation that is read, and the one that is to take its place. */
export type ExaminedGenerations = {
  readonly live: BuiltGeneration;
  /** `completeTo`: what changed after this position may still get some of its content; absent where nothing may. */
  readonly next: BuiltGeneration & { readonly completeTo?: Position };
};

/**
 * What the runner needs to know of a projection. All state lives in the PostgreSQL schema that the runner passes
 * in, one per generation, so that several generations can be built and read side by side.
 */
export type ProjectionDefinition = {
  readonly name: string;
  /**
   * Raised when the stored state would come out differently: the runner then asks for a new generation, and the live
   * one stays as it is until that takes over. It goes on being read where it has what `reads` says, so a column whose
   * content gets another meaning gets another name too.
   */
  readonly version: number;
  /**
   * Versions before this one kept in plain text what is sealed now: a generation of theirs is not kept to fall back on.
   * None is when absent.
   */
  readonly sealedSince?: number;
  /** What the queries need of a generation, which may have been made by an older or a newer version. */
  readonly reads: readonly ReadTable[];
  /** The events that matter; the checkpoint moves past all others. */
  readonly eventTypes: readonly string[];
  /**
   * Fetches what `create` will need to know of the generation, before the transaction begins. One that is read from its
   * first event on has no other to answer meanwhile: it must not wait for what can come later.
   */
  readonly plan?: (generation: number, use: 'read-at-once' | 'read-when-built') => Promise<void>;
  /**
   * Whether a generation of this version of the fold is still what it should be; otherwise a new one is asked for. What
   * cannot be replaced yet is `awaiting`: it is followed, and looked at again.
   */
  readonly isCurrent?: (generation: number) => Promise<boolean | 'awaiting'>;
  /**
   * Removes what is kept outside the database of all other generations than these. Called when generations were
   * dropped and when the work begins; what it cannot do is done the next time.
   */
  readonly keepOnly?: (schemas: readonly string[]) => Promise<void>;
  /** Creates the tables of a generation; the schema exists and is empty. */
  readonly create: (session: SqlSession, schema: string) => Promise<void>;
  /**
   * Folds a batch into the tables, inside the transaction that also moves the checkpoint: exactly once. Must be
   * deterministic: the same log always leads to the same rows.
   */
  readonly apply: (
    session: SqlSession,
    schema: string,
    events: readonly RecordedEvent[],
    position: number,
  ) => Promise<void>;
  /** Fetches what `apply` will need, before the transaction begins. */
  readonly prepare?: (schema: string, events: readonly RecordedEvent[]) => Promise<void>;
  /** Does to a new generation, once it is nearly built, what would be slow to do as it grows. Those before it serve meanwhile. */
  readonly settle?: (schema: string, signal: AbortSignal) => Promise<void>;
  /**
   * Compares a new generation with the live one once it is nearly built, the live one being kept current meanwhile. One
   * that loses something waits for a person. What is thrown, or takes too long, was no examination and holds nothing up.
   */
  readonly examine?: (generations: ExaminedGenerations, signal: AbortSignal) => Promise<Examination>;
  /**
   * The position up to which later events have added what belongs to earlier ones. Asked before a new generation
   * follows the log to its head for the examination, so that it has all of that.
   */
  readonly completeTo?: () => Promise<Position>;
  /** Events in one batch; fewer where one event means much work. */
  readonly batchSize?: number;
};

/** The PostgreSQL schema of one generation of a projection. */
export const generationSchema = (projection: string, generation: number): string =>
  `${projection.replaceAll('-', '_')}_g${generation}`;
