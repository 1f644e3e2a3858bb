import type { Position } from '../domain/kernel/event.ts';

/** A defect in a stretch of the log. Positions are those of the first event that is out of order. */
type LogStretch = {
  /** The last position examined. */
  readonly scannedTo: Position;
  readonly head: Position;
  /** A position that no event has, or that does not follow the one before. */
  readonly gapAt: Position | undefined;
  /** An event whose revision does not follow that of the event before it in its stream. */
  readonly revisionGapAt: Position | undefined;
  /** An event that was recorded earlier than its predecessor. */
  readonly earlierAt: Position | undefined;
};

/** Checks that positions and revisions are dense and times never decrease, some thousand events per call. */
export type ExamineLog = (after: Position) => Promise<LogStretch>;
