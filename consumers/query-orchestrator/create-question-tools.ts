import { requestToolCall } from '../../commands/request-tool-call.ts';
import { executeDecider } from '../../commands/runtime/execute-decider.ts';
import { systemContext } from '../../commands/runtime/system-caller.ts';
import type { ToolCallServices } from '../../commands/runtime/tool-call-services.ts';
import { loadToolCall } from '../../commands/tool-calls/load-tool-call.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { responsibleUserId } from '../../domain/kernel/responsible-user-id.ts';
import { type ToolCallCommand, toolCallDecider } from '../../domain/tools/tool-call-decider.ts';
import type { Fence } from '../../ports/leases.ts';
import { describeToolCall } from './describe-tool-call.ts';
import { QUERY_ORCHESTRATOR } from './query-record.ts';
import type { QuestionTools } from './question-tools.ts';

/** The tools as questions use them, called by the same command as from every other entry point. */
export const createQuestionTools = (
  services: ToolCallServices,
  { readAction, timeZone }: Pick<QuestionTools, 'readAction' | 'timeZone'>,
): QuestionTools => {
  const contextOf = (cause: RecordedEvent, fence: Fence) => ({
    ...systemContext(cause, services.identity.newId(), QUERY_ORCHESTRATOR, fence),
    // The system calls on behalf of the asker, so the asker's role decides.
    roles: [cause.metadata.actor.role],
  });
  return {
    registry: services.tools,
    readAction,
    timeZone,
    look: (toolCallId) => describeToolCall(toolCallId, services.eventStore),
    request: async ({ tool, arguments: given, modelCallId }, { asked, queryId, conversationId, fence }) => {
      await requestToolCall(
        {
          tool,
          arguments: given,
          origin: 'query',
          queryId,
          modelCallId,
          ...omitUndefined({ conversationId }),
        },
        contextOf(asked, fence),
        services,
      );
    },
    cancel: async (toolCallId, because, fence) => {
      const loaded = await loadToolCall(toolCallId, services);
      if (loaded.seen.state.status === 'none') return;
      await executeDecider({
        decider: toolCallDecider,
        streamId: streamIdOf('tool_call', toolCallId),
        // A call that has ended meanwhile is not undone.
        commands: (now): readonly ToolCallCommand[] =>
          now.status === 'none' || now.end
            ? []
            : [{ type: 'CancelToolCall', by: responsibleUserId(because.metadata.actor) }],
        context: contextOf(because, fence),
        services,
        ...loaded,
      });
    },
  };
};
