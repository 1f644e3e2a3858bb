import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { endContainsPhi } from '../../domain/tools/end-contains-phi.ts';
import type { ToolCallEvent } from '../../domain/tools/tool-call-events.ts';
import { evolveToolCall, type ToolCallState } from '../../domain/tools/tool-call-state.ts';
import { toolResultOf } from '../../domain/tools/tool-result.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { ObservedToolCall } from './question-tools.ts';

/** The state of a call in the log; undefined when it was never requested. */
export const describeToolCall = async (
  toolCallId: string,
  { readStream }: Pick<EventStore, 'readStream'>,
): Promise<ObservedToolCall | undefined> => {
  let state: ToolCallState = { status: 'none' };
  let at = '';
  for await (const event of readStream(streamIdOf('tool_call', toolCallId))) {
    // The log validates each event against the schema of its type, and a category holds one decider's events.
    state = evolveToolCall(state, event as unknown as ToolCallEvent);
    at = event.recordedAt;
  }
  if (state.status === 'none') return undefined;
  const { status, requested, end } = state;
  return {
    toolCallId,
    tool: requested.tool,
    status,
    phi: end !== undefined && endContainsPhi(end),
    ...(end === undefined ? {} : { result: toolResultOf(end, at) }),
  };
};
