import type { RecordedEvent, StreamId } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { CommandServices } from './command-definition.ts';
import type { CoreServices } from './core-services.ts';

const isEffectOf =
  (commandId: string) =>
  ({ metadata }: RecordedEvent): boolean =>
    metadata.causationId === commandId;

const withoutOwnEffect = (eventStore: EventStore, commandId: string): EventStore => ({
  ...eventStore,
  readStream: async function* (streamId, options): AsyncGenerator<RecordedEvent> {
    const isOwn = isEffectOf(commandId);
    for await (const event of eventStore.readStream(streamId, options)) {
      if (isOwn(event)) return;
      yield event;
    }
  },
});

const ownEffectIn =
  (eventStore: EventStore, commandId: string) =>
  async (streamId: StreamId): Promise<readonly RecordedEvent[]> => {
    const isOwn = isEffectOf(commandId);
    const own: RecordedEvent[] = [];
    for await (const event of eventStore.readStream(streamId)) if (isOwn(event)) own.push(event);
    return own;
  };

/** States that are kept hold the effect that must not be seen, so they are left aside. */
const beforeCommand = <Services extends CoreServices>(
  commandId: string,
  { states: _, ...services }: Services,
): Omit<Services, 'states'> => ({
  ...services,
  eventStore: withoutOwnEffect(services.eventStore, commandId),
  recordedBefore: ownEffectIn(services.eventStore, commandId),
});

/**
 * What a command saw when it was executed for the first time: each stream ends before the events that this very command
 * put there.
 *
 * A command whose executor died after the append is executed again with the same id. On the streams as they are now
 * it would be refused or decide something else ("the job is already being retried"). And what was random, or depended on
 * the time, a setting or another stream, would not come out the same again even on the streams as they were. So what the
 * first execution recorded is not decided again: `recordedBefore` has it, and the answer is made of that. The caller gets
 * the answer that was lost, and no effect happens twice. Without any effect of the first execution this changes nothing.
 */
export const servicesBeforeCommand = (commandId: string, services: CommandServices): CommandServices => ({
  ...beforeCommand(commandId, services),
  ...(services.toolCalls ? { toolCalls: beforeCommand(commandId, services.toolCalls) } : {}),
});
