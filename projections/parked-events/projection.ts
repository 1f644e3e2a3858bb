import type { OperationsEvent } from '../../domain/operations/projection-events.ts';
import { defineKeyedProjection, type RecordedOf } from '../keyed-projection.ts';
import { type ParkedEventRow, parkedEventEntity } from './entity.ts';
import { parkedKeyOf } from './parked-key.ts';

const parked = (event: RecordedOf<'EventParked'>): ParkedEventRow => {
  const { consumer, eventId, eventType, streamId, position, attempts, reason, message } = event.data;
  const { waitsBehind = null, untold = null } = event.data;
  return {
    parkedKey: parkedKeyOf(consumer, eventId),
    consumer,
    eventId,
    eventType,
    streamId,
    position,
    attempts,
    reason,
    message,
    waitsBehind,
    untold,
    parkedAt: event.recordedAt,
    parkedPosition: event.position,
    replayRequestedAt: null,
  };
};

type AboutParked = Extract<OperationsEvent, { data: { consumer: string; eventId: string } }>;

const keys = (event: AboutParked): readonly string[] => [
  parkedKeyOf(event.data.consumer, event.data.eventId),
];

export const parkedEventsProjection = defineKeyedProjection({
  name: 'parked-events',
  version: 2,
  entity: parkedEventEntity,
  key: 'parkedKey',
  folds: {
    // An event that fails again after a replay is parked again: the row then describes the last parking.
    EventParked: { keys, evolve: (_, event) => parked(event) },
    ParkedEventReplayRequested: {
      keys,
      evolve: (row, event) => row && { ...row, replayRequestedAt: event.recordedAt },
    },
    ParkedEventResolved: { keys, evolve: () => undefined },
  },
});
