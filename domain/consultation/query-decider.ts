import type { Decider, Decision } from '../kernel/decider.ts';
import { refuse } from '../kernel/failure.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { ok } from '../kernel/result.ts';
import { sameData } from '../kernel/same-data.ts';
import { MAX_TOOL_CALLS, MAX_TOOL_ROUNDS } from './called-tool.ts';
import { readReply } from './clarification/read-reply.ts';
import { giveFeedback } from './give-feedback.ts';
import type { CommandOf, QueryCommand } from './query-commands.ts';
import { MAX_MODEL_CALLS, MAX_ROUNDS, type QueryEvent } from './query-events.ts';
import {
  callsOfStep,
  evolveQuery,
  isFinished,
  type KnownQuery,
  type QueryState,
  toolRoundsOfRound,
} from './query-state.ts';

const ask = (command: CommandOf<'AskQuery'>, state: QueryState): Decision<QueryEvent> => {
  const { type: _, ...data } = command;
  if (state.status === 'unknown') return ok([{ type: 'QueryAsked', data }]);
  return sameData(data, state.asked) ? ok([]) : refuse('conflict', 'Another question has this id.');
};

const ofQuery = ({ asked: { queryId, conversationId } }: Pick<KnownQuery, 'asked'>) => ({
  queryId,
  ...omitUndefined({ conversationId }),
});

const recordScreening = (
  { type: _, ...data }: CommandOf<'RecordPhiScreening'>,
  state: KnownQuery,
): Decision<QueryEvent> =>
  state.status === 'asked'
    ? ok([{ type: 'PhiScreened', data: { queryId: state.asked.queryId, ...data } }])
    : ok([]);

const recordRouting = (
  { type: _, ...data }: CommandOf<'RecordRouting'>,
  state: KnownQuery,
): Decision<QueryEvent> => {
  if (state.status === 'asked') {
    return refuse('rule_violated', 'A question must be screened for PHI before it is routed.');
  }
  if (state.status !== 'screened') return ok([]);
  const { round, asked } = state;
  return ok([{ type: 'QueryRouted', data: { queryId: asked.queryId, round, ...data } }]);
};

const recordSearch = (
  { type: _, ...data }: CommandOf<'RecordSourcesSearched'>,
  state: KnownQuery,
): Decision<QueryEvent> => {
  if (state.status === 'asked' || state.status === 'screened') {
    return refuse(
      'rule_violated',
      'A question must be screened for PHI and routed before anything is searched.',
    );
  }
  if (state.status !== 'routed') return ok([]);
  return ok([{ type: 'SourcesSearched', data: { queryId: state.asked.queryId, ...data } }]);
};

const notSearched = () =>
  refuse('rule_violated', 'A question must be screened and its sources searched before it is answered.');

const chooseClarification = (
  { type: _, ...data }: CommandOf<'AskBack'>,
  state: KnownQuery,
): Decision<QueryEvent> => {
  if (isFinished(state) || state.status === 'clarifying') return ok([]);
  if (state.status !== 'searched') return notSearched();
  if (state.round >= MAX_ROUNDS) return refuse('rule_violated', 'A question can be clarified only once.');
  return ok([{ type: 'ClarificationAsked', data: { ...ofQuery(state), ...data } }]);
};

const answerClarification = (
  { type: _, ...reply }: CommandOf<'AnswerClarification'>,
  state: KnownQuery,
): Decision<QueryEvent> => {
  if (state.status === 'clarifying') {
    const read = readReply(state.asked.question, state.clarification.options, reply);
    if (!read.ok) return read;
    return ok([{ type: 'ClarificationAnswered', data: { ...ofQuery(state), ...reply, ...read.value } }]);
  }
  const given = state.reply;
  const isSame =
    given && given.text === reply.text && (reply.option === undefined || given.option === reply.option);
  return isSame ? ok([]) : refuse('rule_violated', 'The query has not asked a clarifying question.');
};

const recordCall = (
  { type: _, ...data }: CommandOf<'RecordModelCall'>,
  state: KnownQuery,
): Decision<QueryEvent> => {
  if (isFinished(state) || state.status === 'clarifying') return ok([]);
  if (state.status !== 'searched') return notSearched();
  // The attempt is already recorded: another node was faster and owns the call.
  if (data.attempt <= state.calls.length) return ok([]);
  const before = callsOfStep(state).filter(({ called }) => called.where === data.where);
  if (before.length >= MAX_MODEL_CALLS || data.attempt > state.calls.length + 1) {
    return refuse('rule_violated', `A model is called at most ${MAX_MODEL_CALLS} times for an answer.`);
  }
  return ok([{ type: 'ModelCalled', data: { queryId: state.asked.queryId, ...data } }]);
};

const recordCallEnd = (
  { type: _, ...data }: CommandOf<'RecordModelCallEnd'>,
  state: KnownQuery,
): Decision<QueryEvent> => {
  const call = state.calls.find(({ called }) => called.attempt === data.attempt);
  if (!call) return refuse('rule_violated', 'There is no such model call.');
  return call.ended
    ? ok([])
    : ok([{ type: 'ModelCallEnded', data: { queryId: state.asked.queryId, ...data } }]);
};

const awaitTools = (
  { type: _, ...data }: CommandOf<'AwaitTools'>,
  state: KnownQuery,
): Decision<QueryEvent> => {
  if (isFinished(state) || state.status === 'clarifying') return ok([]);
  if (state.status !== 'searched') return notSearched();
  const before = toolRoundsOfRound(state);
  // Another node's equal request was faster.
  if (state.waitsFor !== undefined) return ok([]);
  const called = before.reduce((sum, { toolCallIds }) => sum + toolCallIds.length, 0) + data.calls.length;
  if (before.length >= MAX_TOOL_ROUNDS || called > MAX_TOOL_CALLS) {
    return refuse(
      'rule_violated',
      `An answer allows at most ${MAX_TOOL_ROUNDS} rounds of tool calls and ${MAX_TOOL_CALLS} calls in all.`,
    );
  }
  const toolCallIds = data.calls.map(({ toolCallId }) => toolCallId);
  return ok([
    {
      type: 'QueryAwaitsTools',
      data: { ...ofQuery(state), toolRound: before.length + 1, toolCallIds, ...data },
    },
  ]);
};

const answer = ({ type: _, ...data }: CommandOf<'AnswerQuery'>, state: KnownQuery): Decision<QueryEvent> => {
  if (isFinished(state) || state.status === 'clarifying') return ok([]);
  if (state.status !== 'searched') return notSearched();
  // The removed text is erased with the person; its count stays, because it decides whether a review is due.
  const sentencesStruck = data.sentencesStruck ?? data.checks?.struck.length;
  return ok([
    { type: 'QueryAnswered', data: { ...ofQuery(state), ...data, ...omitUndefined({ sentencesStruck }) } },
  ]);
};

const fail = ({ type: _, ...data }: CommandOf<'FailQuery'>, state: KnownQuery): Decision<QueryEvent> =>
  isFinished(state) || state.status === 'clarifying'
    ? ok([])
    : ok([{ type: 'QueryFailed', data: { ...ofQuery(state), ...data } }]);

/** Has no content, so it can be recorded without the key; also ends a question that waits for a person. */
const endForErasure = (state: KnownQuery): Decision<QueryEvent> =>
  isFinished(state)
    ? ok([])
    : ok([
        {
          type: 'QueryFailed',
          data: {
            ...ofQuery(state),
            component: 'erasure',
            reason: 'rule_violated',
            message: 'The data that this question is about has been erased, so it is not answered.',
          },
        },
      ]);

const cancel = ({ type: _, ...data }: CommandOf<'CancelQuery'>, state: KnownQuery): Decision<QueryEvent> => {
  if (state.status === 'cancelled') return ok([]);
  return isFinished(state)
    ? refuse('rule_violated', 'The query has already ended.')
    : ok([{ type: 'QueryCancelled', data: { ...ofQuery(state), ...data } }]);
};

const decide = (command: QueryCommand, state: QueryState): Decision<QueryEvent> => {
  if (command.type === 'AskQuery') return ask(command, state);
  if (state.status === 'unknown') return refuse('not_found', 'There is no such query.');
  switch (command.type) {
    case 'RecordPhiScreening':
      return recordScreening(command, state);
    case 'RecordRouting':
      return recordRouting(command, state);
    case 'RecordSourcesSearched':
      return recordSearch(command, state);
    case 'AskBack':
      return chooseClarification(command, state);
    case 'AnswerClarification':
      return answerClarification(command, state);
    case 'RecordModelCall':
      return recordCall(command, state);
    case 'RecordModelCallEnd':
      return recordCallEnd(command, state);
    case 'AwaitTools':
      return awaitTools(command, state);
    case 'AnswerQuery':
      return answer(command, state);
    case 'FailQuery':
      return fail(command, state);
    case 'CancelQuery':
      return cancel(command, state);
    case 'EndForErasure':
      return endForErasure(state);
    case 'GiveFeedback':
      return giveFeedback(command, state);
  }
};

/**
 * Decides about one question, from asking to its end: screened, routed, searched, and answered, failed or cancelled,
 * each once and in this order. During tool calls it waits for them. An ambiguous question is clarified once; the
 * reply begins a second round. A step already recorded, and any command for a finished query, yields no event,
 * because deliveries may repeat. Each person may judge an answer and change that judgement.
 */
export const queryDecider: Decider<QueryCommand, QueryEvent, QueryState> = {
  initialState: { status: 'unknown' },
  decide,
  evolve: evolveQuery,
};
