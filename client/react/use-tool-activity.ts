import { useSyncExternalStore } from 'react';
import type { ToolActivity } from '../api.generated.ts';
import type { ApiClient } from '../create-client.ts';
import { toolCallsOf } from '../live/tool-calls.ts';

/** What an indicator shows of the tools at work. */
export type ToolActivityView = {
  /** The name of the tool that has started last, for "Running tool: …"; `null` when none runs. */
  readonly activeTool: string | null;
  /** The calls that have not ended, and the latest that have, each with its latest status; oldest first. */
  readonly activities: readonly ToolActivity[];
  /** Why nothing more is learnt. */
  readonly error: Error | undefined;
};

/** The tool calls of the signed-in person, as they proceed. */
export const useToolActivity = (client: ApiClient): ToolActivityView => {
  const calls = toolCallsOf(client);
  const { activities, error } = useSyncExternalStore(calls.subscribe, calls.state, calls.state);
  const running = activities.findLast(({ status }) => status === 'running');
  return { activeTool: running?.tool ?? null, activities, error };
};
