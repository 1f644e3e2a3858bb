import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import type { Examination } from '../../domain/operations/rebuild-examination.ts';
import type { SqlSession } from '../../ports/database.ts';

/** A table of a generation with the columns that readers need, and their PostgreSQL types. */
export type ReadTable = {
  readonly table: string;
  readonly columns: readonly { readonly column: string; readonly type: string }[];
};

/** Runs one step in a transaction of its own, while no other node may write the generation. */
export type ApplyStep = (work: (session: SqlSession) => Promise<void>) => Promise<void>;

/** A generation, and a position up to which it is built at least. */
export type BuiltGeneration = { readonly generation: number; readonly position: Position };

/** The live generation, and the one that is to replace it. */
export type ExaminedGenerations = {
  readonly live: BuiltGeneration;
  /** `completeTo`: entries changed after this position may still receive content; absent when none may. */
  readonly next: BuiltGeneration & { readonly completeTo?: Position };
};

/**
 * A projection as the runner sees it. All state is in the PostgreSQL schema that the runner passes in, one per
 * generation, so that several generations can be built and read in parallel.
 */
export type ProjectionDefinition = {
  readonly name: string;
  /**
   * Raise it when the stored state would differ: the runner then requests a new generation, and the live one stays
   * unchanged until that takes over. The live one is still read if it has what `reads` lists, so a column that
   * changes its meaning must change its name too.
   */
  readonly version: number;
  /**
   * Versions before this one stored in plain text what is now sealed, so their generations are not kept as a
   * fallback. Absent when there are none.
   */
  readonly sealedSince?: number;
  /** The tables that queries need, in a generation that an older or newer version may have built. */
  readonly reads: readonly ReadTable[];
  /** The event types that it folds; the checkpoint moves past all others. */
  readonly eventTypes: readonly string[];
  /**
   * Fetches what `create` needs, before the transaction begins. The first generation, which is read while it is
   * built, has no other to serve meanwhile: it must not wait for anything that can come later.
   */
  readonly plan?: (generation: number, use: 'read-at-once' | 'read-when-built') => Promise<void>;
  /**
   * Whether a generation of this version is still as it should be; otherwise a new one is requested. A generation
   * that cannot be replaced yet is `awaiting`: it is followed and checked again.
   */
  readonly isCurrent?: (generation: number) => Promise<boolean | 'awaiting'>;
  /**
   * Removes external data of all generations but these. Called when generations were dropped and when the work
   * starts; anything that fails is done the next time.
   */
  readonly keepOnly?: (schemas: readonly string[]) => Promise<void>;
  /** Creates the tables of a generation in its empty schema. */
  readonly create: (session: SqlSession, schema: string) => Promise<void>;
  /**
   * Folds a batch into the tables exactly once, inside the transaction that also moves the checkpoint. Must be
   * deterministic: the same log always produces the same rows.
   */
  readonly apply: (
    session: SqlSession,
    schema: string,
    events: readonly RecordedEvent[],
    position: number,
  ) => Promise<void>;
  /** Fetches what `apply` needs, before the transaction begins. */
  readonly prepare?: (schema: string, events: readonly RecordedEvent[]) => Promise<void>;
  /**
   * Does part of a large batch ahead of `apply`, in steps: everybody waits for a transaction on the embedded database.
   * Nothing that a step writes may be seen before `apply` lets it be, and a step that is repeated changes nothing: after
   * a crash the batch comes again. `apply` does what is left, which is all of it where nothing was done ahead.
   */
  readonly applyAhead?: (schema: string, events: readonly RecordedEvent[], step: ApplyStep) => Promise<void>;
  /**
   * Called when a new generation is nearly built, for work that would be slow as it grows. Earlier generations serve
   * meanwhile.
   */
  readonly settle?: (schema: string, signal: AbortSignal) => Promise<void>;
  /**
   * Compares a nearly built generation with the live one, which is kept current meanwhile. A generation that loses
   * documents waits for a person. An examination that throws or takes too long counts as not made and blocks nothing.
   */
  readonly examine?: (generations: ExaminedGenerations, signal: AbortSignal) => Promise<Examination>;
  /**
   * The position up to which entries have received all content that later events add. Called before a new generation
   * follows the log to its head for the examination, so that it includes that content.
   */
  readonly completeTo?: () => Promise<Position>;
  /** Events per batch; fewer when one event means much work. */
  readonly batchSize?: number;
};

/** The PostgreSQL schema of one generation of a projection. */
export const generationSchema = (projection: string, generation: number): string =>
  `${projection.replaceAll('-', '_')}_g${generation}`;
