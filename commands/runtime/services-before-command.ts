import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { CommandServices } from './command-definition.ts';

const withoutOwnEffect = (eventStore: EventStore, commandId: string): EventStore => ({
  ...eventStore,
  readStream: async function* (streamId, options): AsyncGenerator<RecordedEvent> {
    for await (const event of eventStore.readStream(streamId, options)) {
      if (event.metadata.causationId === commandId) return;
      yield event;
    }
  },
});

/**
 * What a command saw when it was executed for the first time: each stream ends before the events that this very command
 * put there.
 *
 * A command whose executor died after the append is executed again with the same id. On the streams as they are now
 * it would be refused or decide something else ("the job is already being retried"). On the streams as they were it
 * decides the same events, whose ids follow from the command id, and the log recognises the append as a repeat. So
 * the caller gets the answer that was lost, and no effect happens twice. Without any effect of the first execution
 * this changes nothing.
 */
export const servicesBeforeCommand = (
  commandId: string,
  { states: _, ...services }: CommandServices,
): CommandServices => ({
  // States that are kept hold the effect that must not be seen, so they are left aside.
  ...services,
  eventStore: withoutOwnEffect(services.eventStore, commandId),
});
