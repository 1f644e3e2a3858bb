import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { ModelMessage, ModelTool } from '../../../ports/language-model.ts';

/** Converts a message to OpenAI's format, well-formed: other servers cannot parse JSON with half a surrogate pair. */
export const messageFor = (message: ModelMessage): ChatCompletionMessageParam => {
  const content = message.content.toWellFormed();
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.toolCallId, content };
  if (message.role !== 'assistant' || message.toolCalls === undefined) return { role: message.role, content };
  return {
    role: 'assistant',
    content,
    tool_calls: message.toolCalls.map(({ id, name, arguments: written }) => ({
      id,
      type: 'function',
      function: { name, arguments: written.toWellFormed() },
    })),
  };
};

/** Converts the callable tools to OpenAI's format. */
export const toolsFor = (tools: readonly ModelTool[]) =>
  tools.map(({ name, description, parameters }) => ({
    type: 'function' as const,
    function: { name, description, parameters: { ...parameters } },
  }));
