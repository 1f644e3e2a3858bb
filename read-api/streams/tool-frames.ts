import type { z } from 'zod';
import type { Caller } from '../../commands/runtime/caller.ts';
import type { Ownership } from '../../commands/runtime/ownership/read-ownership.ts';
import { accessorOf } from '../../commands/runtime/ownership/require-access.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { mayAccess } from '../../domain/ownership/may-access.ts';
import type { ToolCallEvent } from '../../domain/tools/tool-call-events.ts';
import { statusAfter } from '../../domain/tools/tool-call-state.ts';
import { recordToolCallRead } from '../tools/record-tool-call-read.ts';
import type { toolActivity } from './frames.ts';

/** The status of a call, for everyone who may know about it. */
export const toolActivityOf = (event: RecordedEvent<ToolCallEvent>): z.input<typeof toolActivity> => ({
  toolCallId: event.data.toolCallId,
  tool: event.data.tool,
  status: statusAfter[event.type],
  at: event.recordedAt,
  ...omitUndefined({ queryId: event.data.queryId, sessionId: event.data.sessionId }),
});

/** Whether the caller is the person for whom a call is made, who confirms it. */
export const isConfirmer = (caller: Caller, ownership: Ownership | undefined): boolean =>
  ownership !== undefined &&
  mayAccess(accessorOf(caller), { ...ownership, grants: [] }, 'own', '').basis === 'own';

/** Records that a person was shown a confirmation. */
export const recordConfirmationShown = (
  toolCallId: string,
  caller: Caller,
  services: Parameters<typeof recordToolCallRead>[2],
): Promise<void> => recordToolCallRead(toolCallId, { ...caller, access: { basis: 'own' } }, services);
