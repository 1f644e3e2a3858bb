import type { Position } from '../domain/kernel/event.ts';
import type { ExaminationState } from '../domain/operations/examination-decider.ts';
import type { ProjectionState } from '../domain/operations/projection-decider.ts';
import type { Examination } from '../domain/operations/rebuild-examination.ts';
import type { UnreadableEvent } from './event-store.ts';
import type { Fence } from './leases.ts';

/** The state of a projection's generations in the log, up to a position. */
type RebuildsKnown = {
  readonly state: ProjectionState;
  /** The result of examining the last new generation, and people's decision about it. */
  readonly examination: ExaminationState;
  readonly position: Position;
  /** A newer version of the program recorded a decision that this one cannot read: the state is that before it. */
  readonly unreadable?: UnreadableEvent;
};

/**
 * The history of a projection's generations in the log, the only truth about which one is live and which one is being
 * built. The stream decides: a refused change, e.g. a switch to a generation that was given up meanwhile, rejects
 * with `conflict`. Everything is written under the fence of the projection's lease.
 */
export type RebuildHistory = {
  /** The state with all decisions made before the call. */
  readonly read: (projection: string) => Promise<RebuildsKnown>;
  /** Resolves when a decision was made after the position, or the signal aborts. */
  readonly news: (projection: string, after: Position, signal: AbortSignal) => Promise<void>;
  /** Requests a new generation, unless one is being built already. */
  readonly requestReset: (projection: string, fence: Fence) => Promise<void>;
  /**
   * Records the result of comparing a new generation with the live one. The first result counts, unless the
   * generation was rebuilt.
   */
  readonly recordExamined: (
    projection: string,
    examined: {
      readonly generation: number;
      readonly live: number;
      readonly builtTo: number;
      readonly examination: Examination;
      readonly isRebuilt?: boolean;
    },
    fence: Fence,
  ) => Promise<void>;
  /** Makes a generation, built up to the position, the one that is read. */
  readonly recordSwitched: (
    projection: string,
    generation: number,
    builtTo: Position,
    fence: Fence,
  ) => Promise<void>;
  readonly recordFailed: (
    projection: string,
    generation: number,
    message: string,
    fence: Fence,
  ) => Promise<void>;
};
