import { z } from 'zod';
import { streamIdOf, uuidSchema } from '../domain/kernel/identifiers.ts';
import { responsibleUserId } from '../domain/kernel/responsible-user-id.ts';
import { toolCallDecider } from '../domain/tools/tool-call-decider.ts';
import { defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';
import { loadToolCall } from './tool-calls/load-tool-call.ts';

export const cancelToolCall = defineCommand({
  name: 'CancelToolCall',
  summary: 'Cancels a tool call that is no longer wanted; one in progress is stopped.',
  permission: 'tools:call',
  acceptsFile: false,
  ownership: 'own',
  target: ({ toolCallId }) => ({ kind: 'tool_call', id: toolCallId }),
  discloses: 'nothing',
  ids: z.object({ toolCallId: uuidSchema }),
  input: z.strictObject({ toolCallId: uuidSchema }),
  handle: async ({ toolCallId }, context, services) => {
    const seen = await loadToolCall(toolCallId, services);
    const { streamId, revision, position } = await executeDecider({
      decider: toolCallDecider,
      streamId: streamIdOf('tool_call', toolCallId),
      commands: [{ type: 'CancelToolCall', by: responsibleUserId(context.actor) }],
      context,
      services,
      ...seen,
    });
    return { streamId, revision, position, ids: { toolCallId } };
  },
});
