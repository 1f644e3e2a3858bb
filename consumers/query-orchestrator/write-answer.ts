import { modelWarnings } from '../../domain/consultation/answering/model-warnings.ts';
import type { NextModelCall } from '../../domain/consultation/answering/next-call.ts';
import { callsOfRound } from '../../domain/consultation/query-state.ts';
import type { Exchange } from '../../domain/consultation/query-transcript.ts';
import { abortablePause } from '../../ports/abortable-pause.ts';
import type { Reservation } from '../../ports/cost-ledger.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import type { AnswerRound } from './answer-round.ts';
import {
  type AnswerInProgress,
  type AnswerStep,
  planAnswerStep,
  readAnswerStep,
  warningOfExcerpts,
} from './answer-step.ts';
import { callModel, type ModelCallOutcome, maxUsdOf, type PlannedModelCall } from './call-model.ts';
import { awaitToolsOf, requestTools } from './call-tools.ts';
import { concludeAnswer } from './conclude-answer.ts';
import { degradeAnswer } from './degrade-answer.ts';
import { evidenceMayLeavePremises } from './evidence-may-leave-premises.ts';
import type { ExcerptsAnswer } from './excerpts-answer.ts';
import { modelEvidence } from './model-evidence.ts';
import { modelPrompt } from './model-prompt.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';
import { offeredTools } from './round-tool-calls.ts';
import type { FoundForQuestion } from './search-sources.ts';
import { withToolResults } from './tool-results.ts';

/** Earlier exchanges of the conversation that a model is shown. */
const EXCHANGES = 5;
/** Bounds of reading the conversation in milliseconds: an answer without it is acceptable. */
const HISTORY_BOUNDS = { least: 0, most: 1000 };
/** The reservation of a call that costs nothing. */
const notPaidFor: Reservation = { release: () => {} };

/** Reads the earlier exchanges of the conversation that the model may be shown. */
const readExchanges = async (
  { question, time }: AnswerRound,
  { model }: LanguageModel,
  { history }: Pick<OrchestratorServices, 'history'>,
): Promise<readonly Exchange[]> => {
  const { conversationId, queryId } = question.asked;
  if (conversationId === undefined) return [];
  const exchanges = await time
    .within(HISTORY_BOUNDS, () => history.lastExchanges(conversationId, queryId, EXCHANGES))
    .catch((): readonly Exchange[] => []);
  return model.leavesThePremises ? exchanges.filter(({ phi }) => !phi) : exchanges;
};

/** Plans a call, with its prompt. */
const prepareCall = async (
  { round, evidence }: AnswerInProgress,
  { state, toolCalls, mayLeave }: AnswerStep,
  {
    place,
    within,
    languageModel,
  }: Pick<NextModelCall, 'place' | 'within'> & { readonly languageModel: LanguageModel },
  services: OrchestratorServices,
): Promise<PlannedModelCall> => {
  const exchanges = await readExchanges(round, languageModel, services);
  const shown = modelPrompt(
    {
      question: round.question,
      evidence,
      exchanges,
      state,
      toolCalls,
      offered: offeredTools(round, { place, toolCalls, exchanges }, services),
    },
    languageModel,
    services,
  );
  return {
    ...shown,
    mostUsd: maxUsdOf(languageModel, shown, services.settings.current().maxTokens),
    attempt: state.calls.length + 1,
    languageModel,
    phi: state.screening.detected || !mayLeave,
    within,
  };
};

/** Reserves the cost of a call and makes it; returns `unpaid` when the budget does not allow it. */
const makeCall = async (
  round: AnswerRound,
  call: PlannedModelCall,
  place: NextModelCall['place'],
  services: OrchestratorServices,
): Promise<ModelCallOutcome | 'unpaid' | undefined> => {
  const { queryId } = round.question.asked;
  const reservation =
    place === 'cloud'
      ? services.costs.reserve({ queryId, attempt: call.attempt }, call.mostUsd ?? Number.POSITIVE_INFINITY)
      : notPaidFor;
  if (reservation === undefined) return 'unpaid';
  const made = await callModel(round, call, services).catch((error: unknown) => {
    reservation.release();
    throw error;
  });
  if (made === undefined) reservation.release();
  return made;
};

/** Records the end of a call with its consequences. Returns whether the answer continues immediately. */
const recordOutcome = async (
  answer: AnswerInProgress,
  { state, toolCalls, route }: AnswerStep,
  {
    made,
    call,
    place,
  }: {
    readonly made: ModelCallOutcome;
    readonly call: PlannedModelCall;
    readonly place: NextModelCall['place'];
  },
  services: OrchestratorServices,
): Promise<boolean> => {
  const { round, excerpts } = answer;
  const { query, question } = round;
  if (made.failure !== undefined) {
    answer.lastFailure = made.failure;
    await query.record(made.end);
    return true;
  }
  if (made.toolCalls.length > 0) {
    const waiting = awaitToolsOf(
      round,
      {
        attempt: call.attempt,
        written: made.toolCalls,
        offered: call.tools.map(({ name }) => name),
        before: toolCalls.rounds,
      },
      services,
    );
    await query.record(made.end, waiting);
    const after = query.state();
    if (after.status === 'searched' && after.waitsFor) await requestTools(round, after.waitsFor, services);
    answer.lastFailure = undefined;
    // If none of the calls is permitted, the answer continues immediately; otherwise when the last of them has ended.
    return waiting.calls.length === 0;
  }
  const concluded = concludeAnswer(
    { made, evidence: call.evidence, model: call.languageModel.model },
    { question, excerpts, toolCalls: toolCalls.calls, calls: state.calls },
    services,
  );
  const wasCloud = route === 'cloud' && place === 'local';
  const wasAsked = callsOfRound(state).some(({ called }) => called.where === 'cloud');
  await query.record(
    made.end,
    concluded.type === 'AnswerQuery' && wasCloud
      ? degradeAnswer(concluded, wasAsked ? modelWarnings.cloudFailed : modelWarnings.cloudUnpaid)
      : concluded,
  );
  return false;
};

/** Records the excerpts as the answer; with a warning when a model was to write it. */
const recordExcerpts = async (
  { round: { query }, excerpts }: AnswerInProgress,
  { toolCalls }: AnswerStep,
  warning: string | undefined,
  services: OrchestratorServices,
): Promise<void> => {
  const command = withToolResults(excerpts.command, toolCalls.calls, services);
  await query.record(warning === undefined ? command : degradeAnswer(command, warning));
};

/**
 * Has a model write the answer if there is a model, time and evidence, or else uses the excerpts, and appends the answer.
 * Each call is recorded before it is made, and its end together with what follows from it.
 */
export const writeAnswer = async (
  round: AnswerRound,
  found: FoundForQuestion,
  excerpts: ExcerptsAnswer,
  services: OrchestratorServices,
): Promise<void> => {
  const { question, query, time } = round;
  const answer: AnswerInProgress = {
    round,
    excerpts,
    evidence: question.followUp.kind === 'unclear' ? [] : modelEvidence(excerpts, found, services.hasher),
    evidenceMayLeavePremises: evidenceMayLeavePremises(excerpts, services.languageModels),
    lastFailure: undefined,
    mayPay: services.costs.mayCall(),
  };
  if (!answer.evidenceMayLeavePremises) query.holdPhi();
  for (;;) {
    const step = await readAnswerStep(answer, services);
    if (step === undefined) return;
    const plan = planAnswerStep(answer, step, services);
    const languageModel = plan && services.languageModels[plan.place];
    if (plan === undefined || languageModel === undefined) {
      await recordExcerpts(answer, step, warningOfExcerpts(answer, step, services), services);
      return;
    }
    const { place, pause, within } = plan;
    if (pause > 0) await abortablePause(pause, time.signal);
    const call = await prepareCall(answer, step, { place, within, languageModel }, services);
    // A model without the sources would say that they do not answer the question.
    if (answer.evidence.length > 0 && call.evidence.length === 0) {
      await recordExcerpts(answer, step, modelWarnings.noRoom, services);
      return;
    }
    const made = await makeCall(round, call, place, services);
    if (made === 'unpaid') answer.mayPay = false;
    if (made === 'unpaid' || made === undefined) continue;
    try {
      if (!(await recordOutcome(answer, step, { made, call, place }, services))) return;
    } finally {
      made.close();
    }
  }
};
