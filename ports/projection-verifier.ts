import type { Position } from '../domain/kernel/event.ts';

/** The first difference from the log, without any of the content. */
export type RowDifference = {
  readonly table: string;
  /** The row's ids, never its content. */
  readonly key: string;
  /** `missing` and `extra` are seen from the live read model. */
  readonly kind: 'changed' | 'missing' | 'extra';
  /** The columns whose values differ; none for a missing or surplus row. */
  readonly columns: readonly string[];
};

export type VerificationLine =
  | {
      readonly kind: 'progress';
      readonly stage: 'fold' | 'compare';
      readonly done: number;
      readonly total: number;
    }
  | {
      readonly kind: 'result';
      readonly projection: string;
      readonly generation: number;
      /** The position up to which both were folded. */
      readonly position: Position;
      /** Rows that were compared, in all tables. */
      readonly rows: number;
      /** Tables that could not be compared, e.g. because their data has moved elsewhere. */
      readonly leftOut: readonly string[];
      readonly difference?: RowDifference;
    };

/** Folds a projection again in parallel to the live one and compares the two. */
export type ProjectionVerifier = {
  readonly names: readonly string[];
  /**
   * Yields progress and then the result. Rejects with `not_found` for an unknown name, `conflict` when the same
   * projection is being verified already, `unavailable` when it is being rebuilt for this version or cannot be brought
   * to one position. Leaves nothing behind; remains of a crash are dropped by the next verification or the next start.
   */
  readonly verify: (name: string, signal: AbortSignal) => AsyncIterable<VerificationLine>;
};
