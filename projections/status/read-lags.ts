import type { Position } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { SharedClock } from '../../ports/shared-clock.ts';
import type { ProjectionStatus } from '../projection-status.ts';

type LagServices = {
  readonly eventStore: Pick<EventStore, 'recordedAt'>;
  /** The clock by which the log stamps its events. */
  readonly clock: SharedClock;
};

type Lag = Pick<ProjectionStatus, 'checkpoint' | 'head' | 'eventsBehind' | 'secondsBehind'>;

/** Reads the lag of all checkpoints in one pass; returns a lookup by checkpoint. */
export const readLags = async (
  { eventStore, clock }: LagServices,
  checkpoints: readonly Position[],
  head: Position,
): Promise<(checkpoint: Position) => Lag> => {
  const waiting = [...new Set(checkpoints)]
    .filter((position) => position < head)
    .map((position) => position + 1);
  const recorded = waiting.length === 0 ? new Map<Position, string>() : await eventStore.recordedAt(waiting);
  // Measured by the clock that stamped the events.
  const now = waiting.length === 0 ? 0 : Date.parse(await clock.now());
  return (position) => {
    const checkpoint = Math.min(position, head);
    const oldest = recorded.get(checkpoint + 1);
    return {
      checkpoint,
      head,
      eventsBehind: head - checkpoint,
      secondsBehind: oldest === undefined ? 0 : Math.max(0, now - Date.parse(oldest)) / 1000,
    };
  };
};
