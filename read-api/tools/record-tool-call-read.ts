import type { Caller } from '../../commands/runtime/caller.ts';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { streamOwner } from '../../commands/runtime/stream-owner.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import type { HttpApiServices } from '../http-api-services.ts';

/** Puts on record that somebody is shown a call: what they are to confirm, or what came of it. Before they are. */
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
