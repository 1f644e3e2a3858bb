import type { CommandContext } from '../../commands/command-definition.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';

/** The context of a command that a consumer sends because of an event: on behalf of whoever caused that event. */
export const systemContext = (cause: RecordedEvent, commandId: string, consumer: string): CommandContext => ({
  actor: {
    id: `system:${consumer}`,
    role: 'service',
    onBehalfOf: cause.metadata.actor.onBehalfOf ?? cause.metadata.actor.id,
  },
  commandId,
  correlationId: cause.metadata.correlationId,
  ...(cause.metadata.traceparent === undefined ? {} : { traceparent: cause.metadata.traceparent }),
});
