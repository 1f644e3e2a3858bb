import { z } from 'zod';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { streamIdOf, uuidSchema } from '../domain/kernel/identifiers.ts';
import { responsibleUserId } from '../domain/kernel/responsible-user-id.ts';
import { toolCallDecider } from '../domain/tools/tool-call-decider.ts';
import {
  awaitToolCallEnd,
  toolCallDisclosure,
  toolCallEndings,
  toolCallFailures,
} from './awaiting/await-tool-call.ts';
import { defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';
import { toolCallServicesOf } from './runtime/tool-call-services.ts';
import { loadToolCall } from './tool-calls/load-tool-call.ts';

export const confirmTool = defineCommand({
  name: 'ConfirmTool',
  summary:
    'Confirms or declines a tool call; only the person who was asked can do so, once, and before it expires. `Prefer: wait` waits for the end of the call.',
  permission: 'tools:confirm',
  acceptsFile: false,
  ownership: 'own',
  target: ({ toolCallId }) => ({ kind: 'tool_call', id: toolCallId }),
  discloses: ['ToolCallRead'],
  ids: z.object({ toolCallId: uuidSchema }),
  input: z.strictObject({ toolCallId: uuidSchema, approved: z.boolean() }),
  handle: async ({ toolCallId, approved }, context, services) => {
    const toolServices = toolCallServicesOf(services);
    const { clock } = toolServices;
    const seen = await loadToolCall(toolCallId, toolServices);
    const { streamId, revision, position, events } = await executeDecider({
      decider: toolCallDecider,
      streamId: streamIdOf('tool_call', toolCallId),
      commands: [{ type: 'ConfirmTool', by: responsibleUserId(context.actor), approved, now: clock.now() }],
      context,
      services: toolServices,
      ...seen,
    });
    if (events.some(({ type }) => type === 'ToolConfirmationExpired'))
      throw new Failure(failure('conflict', 'The call was not confirmed in time. Request it again.'));
    return {
      streamId,
      revision,
      position,
      ids: { toolCallId },
      startedAt: `/api/tool-calls/${toolCallId}`,
    };
  },
  process: {
    endings: toolCallEndings,
    failures: toolCallFailures,
    optional: false,
    awaitEnd: awaitToolCallEnd,
    disclosureOf: toolCallDisclosure,
  },
});
