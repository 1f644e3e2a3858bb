import type { ToolActivity, ToolConfirmation } from '../api.generated.ts';
import type { StreamEvent } from '../operation-types.ts';

/** The tool calls of one person. */
export type ToolCallState = {
  /** What the person is asked to confirm, oldest first. */
  readonly pending: readonly ToolConfirmation[];
  /** The calls that have not ended, and the latest that have, each with its latest status; oldest first. */
  readonly activities: readonly ToolActivity[];
};

type ToolCallEvent = NonNullable<StreamEvent<'/api/tool-calls/stream'>['event']>;

/** How many calls that have ended are kept. */
const MAX_ENDED = 20;
/** The most confirmations that are kept; the server sends at most as many to a new reader. */
const MAX_PENDING = 100;

const unfinished: readonly string[] = ['requested', 'awaiting_confirmation', 'running'];

/** Whether a call is still going on. */
const isUnfinished = ({ status }: Pick<ToolActivity, 'status'>): boolean => unfinished.includes(status);

/** Nothing is known of any call yet. */
export const noToolCalls: ToolCallState = { pending: [], activities: [] };

const others =
  (toolCallId: string) =>
  (call: { readonly toolCallId: string }): boolean =>
    call.toolCallId !== toolCallId;

/** The state without a confirmation that was answered, here or elsewhere, or has expired. */
export const withoutPending = (state: ToolCallState, toolCallId: string): ToolCallState => ({
  ...state,
  pending: state.pending.filter(others(toolCallId)),
});

const withPending = (state: ToolCallState, confirmation: ToolConfirmation): ToolCallState => {
  // It is sent again whenever the stream resumes before its event.
  const isKnown = state.pending.some(({ toolCallId }) => toolCallId === confirmation.toolCallId);
  return isKnown || state.pending.length >= MAX_PENDING
    ? state
    : { ...state, pending: [...state.pending, confirmation] };
};

const withActivity = (state: ToolCallState, activity: ToolActivity): ToolCallState => {
  const { toolCallId, status } = activity;
  const all = [...state.activities.filter(others(toolCallId)), activity];
  const surplus = all.filter((call) => !isUnfinished(call)).length - MAX_ENDED;
  const dropped = surplus > 0 ? all.find((call) => !isUnfinished(call)) : undefined;
  const activities = all.filter((call) => call !== dropped);
  // A confirmed call is `requested` again until it runs.
  return status === 'awaiting_confirmation'
    ? { ...state, activities }
    : { ...withoutPending(state, toolCallId), activities };
};

/** The state after an event of the stream of tool calls. */
export const evolveToolCalls = (state: ToolCallState, event: ToolCallEvent): ToolCallState => {
  switch (event.kind) {
    case 'tool_confirmation':
      return withPending(state, event.data);
    case 'tool_activity':
      return withActivity(state, event.data);
    case 'reset':
      // The log went back: what is still pending is sent again.
      return noToolCalls;
    default:
      return state;
  }
};
