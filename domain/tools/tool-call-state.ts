import type { ToolCallEvent } from './tool-call-events.ts';

export type DataOf<Type extends ToolCallEvent['type']> = Readonly<
  Extract<ToolCallEvent, { type: Type }>['data']
>;

/** The statuses of an ended call. */
export const toolCallEndStatuses = [
  'succeeded',
  'failed',
  'declined',
  'expired',
  'rejected',
  'timed_out',
  'cancelled',
  'unknown',
] as const;
type ToolCallEndStatus = (typeof toolCallEndStatuses)[number];

/** The status of a call; clients see the same names. */
export const toolCallStatuses = [
  'requested',
  'awaiting_confirmation',
  'running',
  ...toolCallEndStatuses,
] as const;
export type ToolCallStatus = (typeof toolCallStatuses)[number];

/** The events that end a call, each with the status it leaves. */
const endStatuses = {
  ToolCallRejected: 'rejected',
  ToolDeclined: 'declined',
  ToolConfirmationExpired: 'expired',
  ToolSucceeded: 'succeeded',
  ToolFailed: 'failed',
  ToolTimedOut: 'timed_out',
  ToolCancelled: 'cancelled',
  ToolOutcomeUnknown: 'unknown',
} as const satisfies Partial<Record<ToolCallEvent['type'], ToolCallEndStatus>>;

/** The state of a call after an event of a type that it does not ignore. */
export const statusAfter = {
  ToolCallRequested: 'requested',
  ToolConfirmationRequested: 'awaiting_confirmation',
  // A confirmed call is running or about to run.
  ToolConfirmed: 'requested',
  ToolStarted: 'running',
  ...endStatuses,
} as const satisfies Record<ToolCallEvent['type'], ToolCallStatus>;

type EndType = keyof typeof endStatuses;

/** The event that ended a call. */
export type ToolCallEnd = Extract<ToolCallEvent, { type: EndType }>;

/** Types of the events that end a call. */
export const toolCallEndTypes: readonly string[] = Object.keys(endStatuses);

export const isToolCallEnd = (event: ToolCallEvent): event is ToolCallEnd => event.type in endStatuses;

/** The status that an end leaves. */
export const statusOfEnd = ({ type }: ToolCallEnd): ToolCallEndStatus => endStatuses[type];

export type ToolCall = {
  readonly status: ToolCallStatus;
  readonly requested: DataOf<'ToolCallRequested'>;
  /** The request for confirmation. */
  readonly confirmation?: DataOf<'ToolConfirmationRequested'>;
  /** The confirmation. The call is running or about to run. */
  readonly confirmed?: DataOf<'ToolConfirmed'>;
  /** The last start. */
  readonly started?: DataOf<'ToolStarted'>;
  readonly end?: ToolCallEnd;
};

export type ToolCallState = { readonly status: 'none' } | ToolCall;

const evolveKnown = (state: ToolCall, event: ToolCallEvent): ToolCall => {
  // An ended call stays as it ended, whatever follows.
  if (state.end) return state;
  if (isToolCallEnd(event)) return { ...state, status: statusOfEnd(event), end: event };
  switch (event.type) {
    case 'ToolConfirmationRequested':
      return { ...state, status: 'awaiting_confirmation', confirmation: event.data };
    case 'ToolConfirmed':
      return { ...state, status: 'requested', confirmed: event.data };
    case 'ToolStarted':
      return { ...state, status: 'running', started: event.data };
    default:
      return state;
  }
};

/** The next state of a call. */
export const evolveToolCall = (state: ToolCallState, event: ToolCallEvent): ToolCallState => {
  if (state.status !== 'none') return evolveKnown(state, event);
  return event.type === 'ToolCallRequested' ? { status: 'requested', requested: event.data } : state;
};
