import type { Decider, Decision } from '../kernel/decider.ts';
import { refuse } from '../kernel/failure.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { ok } from '../kernel/result.ts';
import { sameData } from '../kernel/same-data.ts';
import { MAX_STARTS, type ToolCallEvent } from './tool-call-events.ts';
import {
  type DataOf,
  evolveToolCall,
  type ToolCall,
  type ToolCallEnd,
  type ToolCallState,
} from './tool-call-state.ts';

/** The data of an event without the id of the call, which identifies the stream. */
type Payload<Type extends ToolCallEvent['type']> = Omit<
  DataOf<Type>,
  'toolCallId' | 'tool' | 'queryId' | 'sessionId'
>;

/** The result of requesting a call. */
export type Admission =
  | { readonly kind: 'accepted' }
  | ({ readonly kind: 'rejected' } & Payload<'ToolCallRejected'>)
  | ({ readonly kind: 'to-confirm' } & Payload<'ToolConfirmationRequested'>)
  /** The call has already been made, because it only computes. */
  | {
      readonly kind: 'carried-out';
      readonly start: Omit<Payload<'ToolStarted'>, 'attempt'>;
      readonly outcome: ToolOutcome;
    };

type RequestToolCall = {
  readonly type: 'RequestToolCall';
  readonly requested: DataOf<'ToolCallRequested'>;
  readonly admission: Admission;
};
/** `now` is the time of the clock that stamps the log: after the expiry, no answer counts. */
type ConfirmTool = {
  readonly type: 'ConfirmTool';
  readonly by: string;
  readonly approved: boolean;
  readonly now: string;
};
type ExpireConfirmation = { readonly type: 'ExpireConfirmation' };
type StartTool = {
  readonly type: 'StartTool';
  readonly requiresConfirmation: boolean;
  /** Whether the call may be repeated after a crash. */
  readonly mayRepeat: boolean;
} & Omit<Payload<'ToolStarted'>, 'attempt'>;
type RejectToolCall = { readonly type: 'RejectToolCall' } & Payload<'ToolCallRejected'>;
/** Asks for confirmation only now, because the version that requested the call did not require it. */
type AskForConfirmation = {
  readonly type: 'AskForConfirmation';
} & Payload<'ToolConfirmationRequested'>;
/** The call could not be started. */
type FailToolCall = { readonly type: 'FailToolCall' } & Pick<Payload<'ToolFailed'>, 'code' | 'message'>;
/** No process remains that could report the outcome. */
type GiveUpOutcome = { readonly type: 'GiveUpOutcome' } & Payload<'ToolOutcomeUnknown'>;
/** Ends a call of any status because its data subject has been erased: nothing more can be recorded. */
type EndForErasure = { readonly type: 'EndForErasure' };
type CancelToolCall = { readonly type: 'CancelToolCall'; readonly by: string };

/** The outcome of a started call. */
type OutcomeEvent = Extract<
  ToolCallEnd,
  { type: 'ToolSucceeded' | 'ToolFailed' | 'ToolTimedOut' | 'ToolOutcomeUnknown' }
>;
export type ToolOutcome = {
  [Type in OutcomeEvent['type']]: { readonly type: Type; readonly data: Payload<Type> };
}[OutcomeEvent['type']];
/** `attempt` is the number of the start that ended. */
type RecordOutcome = {
  readonly type: 'RecordOutcome';
  readonly attempt: number;
  readonly outcome: ToolOutcome;
};

export type ToolCallCommand =
  | RequestToolCall
  | ConfirmTool
  | ExpireConfirmation
  | StartTool
  | RejectToolCall
  | AskForConfirmation
  | FailToolCall
  | RecordOutcome
  | GiveUpOutcome
  | EndForErasure
  | CancelToolCall;

type CallFacts = Pick<DataOf<'ToolCallRequested'>, 'toolCallId' | 'tool' | 'queryId' | 'sessionId'>;

const factsOf = ({ toolCallId, tool, queryId, sessionId }: CallFacts) => ({
  toolCallId,
  tool,
  ...omitUndefined({ queryId, sessionId }),
});

const eventOf = (call: ReturnType<typeof factsOf>, outcome: ToolOutcome): ToolCallEvent => {
  switch (outcome.type) {
    case 'ToolSucceeded':
      return { type: outcome.type, data: { ...call, ...outcome.data } };
    case 'ToolFailed':
      return { type: outcome.type, data: { ...call, ...outcome.data } };
    case 'ToolTimedOut':
      return { type: outcome.type, data: { ...call, ...outcome.data } };
    case 'ToolOutcomeUnknown':
      return { type: outcome.type, data: { ...call, ...outcome.data } };
  }
};

const admit = ({ requested, admission }: RequestToolCall, state: ToolCallState): Decision<ToolCallEvent> => {
  if (state.status !== 'none') {
    const { atOnce: _, ...before } = state.requested;
    return sameData(requested, before) ? ok([]) : refuse('conflict', 'Another call already has this id.');
  }
  const call = factsOf(requested);
  const first: ToolCallEvent = { type: 'ToolCallRequested', data: requested };
  switch (admission.kind) {
    case 'accepted':
      return ok([first]);
    case 'rejected': {
      const { kind: _, ...data } = admission;
      return ok([first, { type: 'ToolCallRejected', data: { ...call, ...data } }]);
    }
    case 'to-confirm': {
      const { kind: _, ...data } = admission;
      return ok([first, { type: 'ToolConfirmationRequested', data: { ...call, ...data } }]);
    }
    case 'carried-out':
      return ok([
        { type: 'ToolCallRequested', data: { ...requested, atOnce: true } },
        { type: 'ToolStarted', data: { ...call, attempt: 1, ...admission.start } },
        eventOf(call, admission.outcome),
      ]);
  }
};

const confirm = ({ by, approved, now }: ConfirmTool, state: ToolCall): Decision<ToolCallEvent> => {
  const call = factsOf(state.requested);
  if (by !== state.requested.requestedBy)
    return refuse('permission_denied', 'Only the person for whom the tool would be called can confirm it.');
  if (state.status === 'awaiting_confirmation' && state.confirmation) {
    if (now >= state.confirmation.expiresAt) return ok([{ type: 'ToolConfirmationExpired', data: call }]);
    return ok([{ type: approved ? 'ToolConfirmed' : 'ToolDeclined', data: { ...call, by } }]);
  }
  const isRepeated = approved ? state.confirmed !== undefined : state.status === 'declined';
  if (isRepeated) return ok([]);
  if (state.confirmed) return refuse('conflict', 'The call was confirmed already. It can only be cancelled.');
  switch (state.status) {
    case 'declined':
      return refuse('conflict', 'The call was declined already. Request it again.');
    case 'expired':
      return refuse('conflict', 'The call was not confirmed in time. Request it again.');
    case 'cancelled':
      return refuse('conflict', 'The call was cancelled already. Request it again.');
    default:
      return refuse('rule_violated', 'The call does not need to be confirmed.');
  }
};

const start = (command: StartTool, state: ToolCall): Decision<ToolCallEvent> => {
  const { type: _, requiresConfirmation, mayRepeat, ...data } = command;
  if (state.end) return ok([]);
  // Whatever the tool requires now: a person who was asked must have confirmed.
  const isAsked = requiresConfirmation || state.confirmation !== undefined;
  if (isAsked && !state.confirmed)
    return refuse('rule_violated', 'The tool must not be called before a person has agreed.');
  const attempt = (state.started?.attempt ?? 0) + 1;
  if (state.started && (!mayRepeat || attempt > MAX_STARTS)) return ok([]);
  return ok([{ type: 'ToolStarted', data: { ...factsOf(state.requested), attempt, ...data } }]);
};

const reject = ({ type: _, ...data }: RejectToolCall, state: ToolCall): Decision<ToolCallEvent> =>
  state.end || state.started
    ? ok([])
    : ok([{ type: 'ToolCallRejected', data: { ...factsOf(state.requested), ...data } }]);

const askForConfirmation = (
  { type: _, ...data }: AskForConfirmation,
  state: ToolCall,
): Decision<ToolCallEvent> =>
  state.end || state.started || state.confirmation
    ? ok([])
    : ok([{ type: 'ToolConfirmationRequested', data: { ...factsOf(state.requested), ...data } }]);

const fail = ({ type: _, ...data }: FailToolCall, state: ToolCall): Decision<ToolCallEvent> =>
  state.end || state.started
    ? ok([])
    : ok([{ type: 'ToolFailed', data: { ...factsOf(state.requested), ...data, executionTimeMs: 0 } }]);

const recordOutcome = ({ attempt, outcome }: RecordOutcome, state: ToolCall): Decision<ToolCallEvent> => {
  if (state.end) return ok([]);
  if (!state.started) return refuse('rule_violated', 'The tool was not called.');
  // A superseded node does not know the outcome of the later start.
  return state.started.attempt === attempt ? ok([eventOf(factsOf(state.requested), outcome)]) : ok([]);
};

const giveUp = ({ type: _, ...data }: GiveUpOutcome, state: ToolCall): Decision<ToolCallEvent> =>
  state.end || !state.started
    ? ok([])
    : ok([{ type: 'ToolOutcomeUnknown', data: { ...factsOf(state.requested), ...data } }]);

/** Free of content, so that it can be recorded without the key. */
const endForErasure = (state: ToolCall): Decision<ToolCallEvent> => {
  if (state.end) return ok([]);
  const call = factsOf(state.requested);
  if (state.started) {
    const message = 'What this call was about has been erased. Its outcome was not recorded.';
    return ok([{ type: 'ToolOutcomeUnknown', data: { ...call, because: 'not_told', message } }]);
  }
  const message = 'What this call is about has been erased, so it is not made.';
  return ok([{ type: 'ToolFailed', data: { ...call, code: 'rule_violated', message, executionTimeMs: 0 } }]);
};

const cancel = ({ by }: CancelToolCall, state: ToolCall): Decision<ToolCallEvent> => {
  if (state.status === 'cancelled') return ok([]);
  return state.end
    ? refuse('rule_violated', 'The call has come to its end already.')
    : ok([
        {
          type: 'ToolCancelled',
          data: { ...factsOf(state.requested), by, started: state.started !== undefined },
        },
      ]);
};

const decide = (command: ToolCallCommand, state: ToolCallState): Decision<ToolCallEvent> => {
  if (command.type === 'RequestToolCall') return admit(command, state);
  if (state.status === 'none') return refuse('not_found', 'There is no such tool call.');
  switch (command.type) {
    case 'ConfirmTool':
      return confirm(command, state);
    case 'ExpireConfirmation':
      return state.status === 'awaiting_confirmation'
        ? ok([{ type: 'ToolConfirmationExpired', data: factsOf(state.requested) }])
        : ok([]);
    case 'StartTool':
      return start(command, state);
    case 'RejectToolCall':
      return reject(command, state);
    case 'AskForConfirmation':
      return askForConfirmation(command, state);
    case 'FailToolCall':
      return fail(command, state);
    case 'RecordOutcome':
      return recordOutcome(command, state);
    case 'GiveUpOutcome':
      return giveUp(command, state);
    case 'EndForErasure':
      return endForErasure(state);
    case 'CancelToolCall':
      return cancel(command, state);
  }
};

/**
 * One tool call: requested, rejected or confirmed by a person if needed, started and ended, each once. The person
 * confirms or declines once, before the expiry; the first event in the stream counts. A call whose process crashed is
 * started again only if it may be repeated. An ended call stays as it ended.
 */
export const toolCallDecider: Decider<ToolCallCommand, ToolCallEvent, ToolCallState> = {
  initialState: { status: 'none' },
  decide,
  evolve: evolveToolCall,
};
