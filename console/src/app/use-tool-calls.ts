import { useCallback, useEffect, useState } from 'react';
import type { PendingTool } from '../components/confirm-action-dialog.tsx';
import { useApi } from '../session/use-session.ts';

/** The tool calls of a person: which wait for consent, the oldest first, and which run. */
export type ToolCalls = {
  readonly pending: readonly PendingTool[];
  readonly running: readonly { readonly toolCallId: string; readonly tool: string }[];
};

const none: ToolCalls = { pending: [], running: [] };

const without = ({ pending, running }: ToolCalls, toolCallId: string): ToolCalls => ({
  pending: pending.filter((call) => call.toolCallId !== toolCallId),
  running: running.filter((call) => call.toolCallId !== toolCallId),
});

/**
 * Follows the tool calls of the person who is signed in, on whichever page they are. A call that was answered elsewhere,
 * e.g. in another tab, is no longer shown here.
 */
export const useToolCalls = (): ToolCalls & { readonly forget: (toolCallId: string) => void } => {
  const api = useApi();
  const [calls, setCalls] = useState(none);
  const forget = useCallback((toolCallId: string) => setCalls((before) => without(before, toolCallId)), []);
  useEffect(() => {
    const ending = new AbortController();
    const follow = async (): Promise<void> => {
      for await (const { event } of api.follow('/api/tool-calls/stream', { signal: ending.signal })) {
        if (ending.signal.aborted) return;
        if (event?.kind === 'tool_confirmation') {
          const call = event.data;
          setCalls((before) => ({
            running: before.running,
            pending: [...without(before, call.toolCallId).pending, call],
          }));
        }
        if (event?.kind === 'tool_activity') {
          const { toolCallId, tool, status } = event.data;
          if (status === 'requested' || status === 'awaiting_confirmation') continue;
          setCalls((before) => {
            const rest = without(before, toolCallId);
            return status === 'running'
              ? { ...rest, running: [...rest.running, { toolCallId, tool }] }
              : rest;
          });
        }
      }
    };
    // Refused, e.g. because too many streams are open: answers and the list of tool calls still show them.
    follow().catch(() => undefined);
    return () => {
      ending.abort();
      setCalls(none);
    };
  }, [api]);
  return { ...calls, forget };
};
