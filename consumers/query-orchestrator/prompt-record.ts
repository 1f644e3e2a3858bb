import type { DataOf } from '../../domain/consultation/query-state.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { ModelMessage } from '../../ports/language-model.ts';

type Prompt = DataOf<'ModelCalled'>['prompt'];

/** Converts messages to their form in the log. */
export const promptOf = (messages: readonly ModelMessage[]): Prompt =>
  messages.map((message) => {
    const { role, content } = message;
    if (role === 'tool') return { role, content, toolCallId: message.toolCallId };
    const toolCalls = role === 'assistant' ? message.toolCalls?.map((call) => ({ ...call })) : undefined;
    return { role, content, ...omitUndefined({ toolCalls }) };
  });

/** Converts messages back from their form in the log. */
export const messagesOf = (prompt: Prompt): readonly ModelMessage[] =>
  prompt.map(({ role, content, toolCalls, toolCallId = '' }): ModelMessage => {
    if (role === 'tool') return { role, content, toolCallId };
    return role === 'assistant' ? { role, content, ...omitUndefined({ toolCalls }) } : { role, content };
  });
