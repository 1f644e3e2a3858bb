import type { CommandContext } from '../../commands/command-definition.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { Fence } from '../../ports/leases.ts';

/**
 * The context of a command that a consumer sends because of an event: on behalf of whoever caused that event, and only
 * while the consumer still has its work.
 */
export const systemContext = (
  cause: RecordedEvent,
  commandId: string,
  consumer: string,
  fence: Fence,
): CommandContext => ({
  actor: {
    id: `system:${consumer}`,
    role: 'service',
    onBehalfOf: cause.metadata.actor.onBehalfOf ?? cause.metadata.actor.id,
  },
  commandId,
  correlationId: cause.metadata.correlationId,
  fence,
  ...(cause.metadata.traceparent === undefined ? {} : { traceparent: cause.metadata.traceparent }),
});
