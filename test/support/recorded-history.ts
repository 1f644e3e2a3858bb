import { type AnyEvent, allEvents } from '../../domain/all-events.ts';
import type { EventMetadata, RecordedEvent, StreamId } from '../../domain/kernel/event.ts';
import { createEventRegistry } from '../../domain/kernel/event-registry.ts';
import { unwrap } from '../../domain/kernel/failure.ts';

const registry = createEventRegistry(allEvents);

/** A UUID that is the same in every run. */
export const uuidOf = (n: number): string => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** An event with the stream it belongs to. */
export type StreamEvent = { readonly streamId: StreamId; readonly event: AnyEvent };

/**
 * A log in memory: each event is validated like in the real one, and gets a position and a time one second after the
 * last.
 */
export const createHistory = () => {
  const events: RecordedEvent[] = [];
  const revisions = new Map<StreamId, number>();
  return {
    events: events as readonly RecordedEvent[],
    record: ({ streamId, event }: StreamEvent, metadata: Partial<EventMetadata> = {}): RecordedEvent => {
      unwrap(registry.validate(event));
      const position = events.length + 1;
      const revision = (revisions.get(streamId) ?? -1) + 1;
      revisions.set(streamId, revision);
      const recorded: RecordedEvent = {
        ...event,
        id: uuidOf(0xe0000000 + position),
        schemaVersion: 1,
        streamId,
        revision,
        position,
        recordedAt: secondsIn(position),
        metadata: {
          correlationId: 'correlation',
          causationId: 'causation',
          actor: { id: 'dr-house', role: 'clinician' },
          phi: false,
          ...metadata,
        },
      };
      events.push(recorded);
      return recorded;
    },
  };
};
export type History = ReturnType<typeof createHistory>;

/** The time of the event at a position of a test history. */
export const secondsIn = (position: number): string =>
  new Date(Date.UTC(2025, 0, 1) + position * 1000).toISOString();
