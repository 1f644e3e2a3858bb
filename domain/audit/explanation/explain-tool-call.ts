import type { RecordedEvent } from '../../kernel/event.ts';
import type { ToolCallEvent } from '../../tools/tool-call-events.ts';
import { evolveToolCall, type ToolCallState } from '../../tools/tool-call-state.ts';
import { toolResultOf } from '../../tools/tool-result.ts';
import type { ExplainedToolCall } from './explanation.ts';

/**
 * Reconstructs a tool call from its stream.
 *
 * @param askedAt when the question was asked for which it was made, ISO 8601
 */
export const explainToolCall = (
  events: readonly RecordedEvent<ToolCallEvent>[],
  askedAt: string,
): ExplainedToolCall | undefined => {
  const state = events.reduce<ToolCallState>(evolveToolCall, { status: 'none' });
  const last = events.at(-1);
  if (state.status === 'none' || last === undefined) return undefined;
  const { requested, confirmation, started, end, status } = state;
  const ended = events.find(({ type }) => type === end?.type);
  return {
    toolCallId: requested.toolCallId,
    tool: requested.tool,
    status,
    requestedBy: requested.requestedBy,
    // The arguments as sent, if that is less than was requested.
    arguments: started?.sent ?? confirmation?.arguments ?? requested.arguments,
    prompt: confirmation?.prompt ?? null,
    redacted: started?.redacted ?? false,
    phi: end?.type === 'ToolSucceeded' && end.data.phi,
    result: end && ended ? toolResultOf(end, ended.recordedAt) : null,
    steps: events.map(({ type, position, recordedAt, metadata }) => ({
      what: type,
      position,
      at: recordedAt,
      milliseconds: Date.parse(recordedAt) - Date.parse(askedAt),
      by: metadata.actor,
    })),
  };
};
