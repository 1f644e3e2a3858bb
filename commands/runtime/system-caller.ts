import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { responsibleUserId } from '../../domain/kernel/responsible-user-id.ts';
import type { Fence } from '../../ports/leases.ts';
import type { Caller } from './caller.ts';
import type { CommandContext } from './command-context.ts';
import { contextOf } from './context-of.ts';

/**
 * The caller for a part of the system that reacts to an event, on behalf of the user who caused that event, or else
 * on its own. A request id derived from the event stays the same when the event is redelivered.
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

/** The context of such a command: its events are written only while the part of the system holds its lease. */
export const systemContext = (
  cause: RecordedEvent | undefined,
  commandId: string,
  part: string,
  fence: Fence,
): CommandContext => contextOf(systemCaller(part, commandId, cause), { commandId, fence });
