import type { ApiClient } from '../create-client.ts';
import { ConnectionFailure, RefusedRequest } from '../failures.ts';
import { whileVisible } from './page-visibility.ts';
import { createStore, type Store } from './store.ts';
import { evolveToolCalls, noToolCalls, type ToolCallState, withoutPending } from './tool-call-state.ts';

/** What is known of the tool calls of a person, and whether it is still followed. */
export type FollowedToolCalls = ToolCallState & {
  /** Why nothing more is learnt, for example that the session has ended. */
  readonly error: Error | undefined;
};

/** The tool calls of a person, who answers the confirmations among them. */
export type ToolCalls = Store<FollowedToolCalls> & {
  /**
   * Approves or declines a call. Resolves with `false` when it needed no answer any more: it was answered in another tab,
   * or has expired.
   *
   * @throws ClientFailure for any other reason; the confirmation is still pending then
   */
  readonly answer: (toolCallId: string, approved: boolean) => Promise<boolean>;
};

/** True when a call awaits no answer: it was answered or has ended (409), or is not known (404). */
const isSettled = (error: unknown): boolean =>
  error instanceof RefusedRequest && (error.code === 'conflict' || error.code === 'not_found');

const isAborted = (error: unknown): boolean => error instanceof ConnectionFailure && error.kind === 'aborted';

/** How many answers are remembered, so that a stream that resumes before an answer does not ask again. */
const MAX_ANSWERED = 200;

const createToolCalls = (client: ApiClient): ToolCalls => {
  let lastEventId: string | undefined;
  const answered = new Set<string>();

  const follow = async (signal: AbortSignal): Promise<void> => {
    try {
      for await (const { id, event } of client.follow('/api/tool-calls/stream', { lastEventId, signal })) {
        lastEventId = id;
        if (event === undefined) continue;
        const isAnswered = event.kind === 'tool_confirmation' && answered.has(event.data.toolCallId);
        if (!isAnswered) store.set({ ...evolveToolCalls(store.state(), event), error: undefined });
      }
    } catch (error) {
      if (signal.aborted || isAborted(error)) return;
      const reason = error instanceof Error ? error : new Error(String(error));
      store.set({ ...store.state(), error: reason });
    }
  };

  const store = createStore<FollowedToolCalls>({ ...noToolCalls, error: undefined }, () =>
    whileVisible((signal) => void follow(signal)),
  );

  const settled = (toolCallId: string): void => {
    const [oldest] = answered;
    if (answered.size >= MAX_ANSWERED && oldest !== undefined) answered.delete(oldest);
    answered.add(toolCallId);
    const state = store.state();
    store.set({ ...withoutPending(state, toolCallId), error: state.error });
  };

  return {
    state: store.state,
    subscribe: store.subscribe,
    answer: async (toolCallId, approved) => {
      try {
        await client.post('/api/commands/ConfirmTool', { body: { toolCallId, approved } });
      } catch (error) {
        if (!isSettled(error)) throw error;
        settled(toolCallId);
        return false;
      }
      settled(toolCallId);
      return true;
    },
  };
};

const known = new WeakMap<ApiClient, ToolCalls>();

/**
 * The tool calls of the person whom a client signs in as. They are followed while somebody subscribes, over one
 * connection for all that ask for them with the same client.
 */
export const toolCallsOf = (client: ApiClient): ToolCalls => {
  const found = known.get(client) ?? createToolCalls(client);
  known.set(client, found);
  return found;
};
