import type { Position } from '../domain/kernel/event.ts';

/** A defect in a stretch of the log. Positions are those of the first event that is out of order. */
type LogStretch = {
  /** How far was looked. */
  readonly scannedTo: Position;
  readonly head: Position;
  /** A position that no event has, or that does not follow the one before. */
  readonly gapAt: Position | undefined;
  /** An event whose revision does not follow that of the event before it in its stream. */
  readonly revisionGapAt: Position | undefined;
  /** An event that was recorded before the one ahead of it. */
  readonly earlierAt: Position | undefined;
};

/** Checks that positions and revisions are dense and instants never go back, some thousand events at a time. */
export type ExamineLog = (after: Position) => Promise<LogStretch>;
