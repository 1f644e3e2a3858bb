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

/** Cached states include the effect that must stay hidden, so they are not used. */
const beforeCommand = <Services extends CoreServices>(
  commandId: string,
  { states: _, ...services }: Services,
): Omit<Services, 'states'> => ({
  ...services,
  eventStore: withoutOwnEffect(services.eventStore, commandId),
  recordedBefore: ownEffectIn(services.eventStore, commandId),
});

/**
 * The services as a command saw them when it was first executed: each stream ends before the events that this command
 * appended.
 *
 * A command whose executor crashed after the append is executed again with the same id. On the current streams it
 * would be refused or decide differently ("the job is already being retried"). And anything random, or dependent on
 * the time, a setting or another stream, would differ even on the streams as they were. So the first execution's
 * events are not decided again: `recordedBefore` returns them, and the response is built from them. The caller gets
 * the lost response, and no effect happens twice. If the first execution had no effect, this changes nothing.
 */
export const servicesBeforeCommand = (commandId: string, services: CommandServices): CommandServices => ({
  ...beforeCommand(commandId, services),
  ...(services.toolCalls ? { toolCalls: beforeCommand(commandId, services.toolCalls) } : {}),
});
