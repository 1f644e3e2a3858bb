import type { Caller } from '../../commands/runtime/caller.ts';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { streamOwner } from '../../commands/runtime/stream-owner.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import type { HttpApiServices } from '../http-api-services.ts';

/** Records, before it is shown, that a person sees a call's confirmation or outcome. */
export const recordToolCallRead = async (
  toolCallId: string,
  caller: Caller,
  services: Parameters<typeof recordAccess>[2] & Pick<HttpApiServices, 'eventStore'>,
): Promise<void> => {
  await recordAccess(
    caller,
    {
      what: { type: 'ToolCallRead', data: { toolCallId } },
      ...(await streamOwner(streamIdOf('tool_call', toolCallId), services.eventStore)),
    },
    services,
  );
};
