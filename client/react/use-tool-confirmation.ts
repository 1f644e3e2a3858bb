import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { ToolConfirmation } from '../api.generated.ts';
import type { ApiClient } from '../create-client.ts';
import { toolCallsOf } from '../live/tool-calls.ts';

/** What a dialog shows that asks a person for their consent. */
export type ToolConfirmationDialog = {
  /** The oldest call that awaits the person's answer; `null` when none does. */
  readonly pendingTool: ToolConfirmation | null;
  /** How many more wait behind it. */
  readonly more: number;
  /** Whole seconds until no answer counts any more, by the clock of the server; 0 without a call. */
  readonly secondsLeft: number;
  /** Whether an answer is on its way. */
  readonly isSending: boolean;
  /** Approves the call that is shown. */
  readonly confirmTool: () => Promise<void>;
  /** Declines the call that is shown. */
  readonly cancelTool: () => Promise<void>;
  /** Why the last answer was not taken, or why no further calls are shown. */
  readonly error: Error | undefined;
};

/** The seconds until an instant, counted down. */
const useSecondsUntil = (client: ApiClient, instant: string | undefined): number => {
  const left = (): number =>
    instant === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(instant) - client.now()) / 1000));
  const [, tick] = useState(0);
  useEffect(() => {
    if (instant === undefined) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [instant]);
  return left();
};

/** The tool calls that the signed-in person has to confirm, one at a time, wherever they were requested. */
export const useToolConfirmation = (client: ApiClient): ToolConfirmationDialog => {
  const calls = toolCallsOf(client);
  const { pending, error: lost } = useSyncExternalStore(calls.subscribe, calls.state, calls.state);
  const [pendingTool = null] = pending;
  const toolCallId = pendingTool?.toolCallId;
  /** The call whose answer is on its way, or was not taken. */
  const [sent, setSent] = useState<{ readonly toolCallId: string; readonly error?: Error } | undefined>();
  const answer = useCallback(
    async (approved: boolean): Promise<void> => {
      if (toolCallId === undefined) return;
      setSent({ toolCallId });
      try {
        await calls.answer(toolCallId, approved);
        setSent(undefined);
      } catch (error) {
        setSent({ toolCallId, error: error instanceof Error ? error : new Error(String(error)) });
      }
    },
    [calls, toolCallId],
  );
  const ofThisCall = sent?.toolCallId === toolCallId ? sent : undefined;
  return {
    pendingTool,
    more: Math.max(0, pending.length - 1),
    secondsLeft: useSecondsUntil(client, pendingTool?.expiresAt),
    isSending: ofThisCall !== undefined && ofThisCall.error === undefined,
    confirmTool: useCallback(() => answer(true), [answer]),
    cancelTool: useCallback(() => answer(false), [answer]),
    error: ofThisCall?.error ?? lost,
  };
};
