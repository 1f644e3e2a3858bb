import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { responsibleUserId } from '../../domain/kernel/responsible-user-id.ts';
import type { Fence } from '../../ports/leases.ts';
import type { Caller } from './caller.ts';
import type { CommandContext } from './command-context.ts';
import { contextOf } from './context-of.ts';

/**
 * A part of the system that asks for something because of an event: on behalf of the user who caused that event.
 * Without one it asks for itself. A request id that derives from the event is the same when the event is delivered
 * again.
 */
export const systemCaller = (part: string, requestId: string, cause?: RecordedEvent): Caller => {
  const actor = { id: `system:${part}`, role: 'service' } as const;
  if (!cause) return { actor, requestId };
  const { actor: causer, correlationId, traceparent } = cause.metadata;
  return {
    actor: { ...actor, onBehalfOf: responsibleUserId(causer) },
    requestId,
    correlationId,
    ...omitUndefined({ traceparent }),
  };
};

/** The context of such a command: it is written only while the part of the system still has its work. */
export const systemContext = (
  cause: RecordedEvent | undefined,
  commandId: string,
  part: string,
  fence: Fence,
): CommandContext => contextOf(systemCaller(part, commandId, cause), { commandId, fence });
