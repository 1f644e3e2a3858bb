import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { ModelMessage, ModelTool } from '../../../ports/language-model.ts';

/** A message in OpenAI's members. Well-formed throughout: half a surrogate pair is no JSON that others read. */
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

/** The tools that a model may call, in OpenAI's members. */
export const toolsFor = (tools: readonly ModelTool[]) =>
  tools.map(({ name, description, parameters }) => ({
    type: 'function' as const,
    function: { name, description, parameters: { ...parameters } },
  }));
