import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failedToolCall } from '../../../../client/failures.ts';
import type { ToolCall } from '../../../../client/index.ts';
import { useApi } from '../../session/use-session.ts';

/** Seconds that the server waits for the end of a call before it answers. */
const WAIT = 30;
/** How often a call is looked up that takes longer, or waits for confirmation, in milliseconds. */
const LOOK_MS = 1000;

const open: readonly ToolCall['status'][] = ['requested', 'awaiting_confirmation', 'running'];

/** A tool call that was made by hand, from its request to its end. */
export type ToolTest = {
  readonly execute: (given: Readonly<Record<string, unknown>>) => void;
  readonly isRunning: boolean;
  readonly error: unknown;
  readonly call: ToolCall | undefined;
  /** From the press of the button to the first answer of the server, in milliseconds. */
  readonly roundTripMs: number | undefined;
};

/** Calls a tool, and follows the call to its end. */
export const useToolTest = (tool: string): ToolTest => {
  const api = useApi();
  const queries = useQueryClient();
  const [roundTripMs, setRoundTrip] = useState<number>();
  const request = useMutation({
    mutationFn: async (given: Readonly<Record<string, unknown>>) => {
      const begun = performance.now();
      try {
        const { toolCallId } = await api.post('/api/commands/RequestToolCall', {
          body: { tool, arguments: { ...given } },
          wait: WAIT,
        });
        return { toolCallId, isOver: false };
      } catch (error) {
        // A call that came to nothing is shown like any other: that is what is tested here.
        const toolCallId = failedToolCall(error);
        if (toolCallId === undefined) throw error;
        return { toolCallId, isOver: true };
      } finally {
        setRoundTrip(performance.now() - begun);
        void queries.invalidateQueries({ queryKey: ['tool-calls', tool] });
      }
    },
  });
  const { toolCallId: id, isOver = false } = request.data ?? {};
  const look = useQuery({
    queryKey: ['tool-call', id],
    queryFn: async ({ signal }) => {
      const call = await api.get('/api/tool-calls/{id}', {
        path: { id: id ?? '' },
        // The read model may lag behind: the end that the request has reported is waited for.
        ...(isOver ? { headers: { Prefer: `wait=${WAIT}` } } : {}),
        signal,
      });
      if (!open.includes(call.status)) void queries.invalidateQueries({ queryKey: ['tool-calls', tool] });
      return call;
    },
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || open.includes(data.status) ? LOOK_MS : false,
  });
  const isOpen = look.data !== undefined && open.includes(look.data.status);
  return {
    execute: (given) => request.mutate(given),
    isRunning: request.isPending || isOpen,
    error: request.error ?? look.error,
    call: request.isPending ? undefined : look.data,
    roundTripMs,
  };
};
