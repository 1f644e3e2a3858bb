import { modelWarnings } from '../../domain/consultation/answering/model-warnings.ts';
import { type NextModelCall, nextModelCall } from '../../domain/consultation/answering/next-call.ts';
import type { ModelPlace } from '../../domain/consultation/model-usage.ts';
import { callsOfRound, callsOfStep, type QueryState } from '../../domain/consultation/query-state.ts';
import type { FailureReason } from '../../domain/kernel/failure.ts';
import { asksForTool } from '../../domain/tools/offer-tools.ts';
import type { AnswerRound } from './answer-round.ts';
import type { ExcerptsAnswer } from './excerpts-answer.ts';
import type { ModelEvidence } from './model-evidence.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';
import {
  allToolCallsEnded,
  offeredTools,
  type RoundToolCalls,
  readRoundToolCalls,
} from './round-tool-calls.ts';

/** An answer while it is written. */
export type AnswerInProgress = {
  readonly round: AnswerRound;
  readonly excerpts: ExcerptsAnswer;
  /** What was found, as a model is shown it. */
  readonly evidence: readonly ModelEvidence[];
  /** Whether that may be sent outside. */
  readonly evidenceMayLeave: boolean;
  /** Why the last call came to nothing. */
  lastFailure: FailureReason | undefined;
  mayPay: boolean;
};

/** A step on the way to an answer: what is known before a model is called, or without one. */
export type AnswerStep = {
  readonly state: Extract<QueryState, { status: 'searched' }>;
  readonly toolCalls: RoundToolCalls;
  /** Whether what a model would be shown may be sent outside. */
  readonly mayLeave: boolean;
  readonly hasLocal: boolean;
  readonly route: ModelPlace | 'none';
};

/** The state of the query; undefined where it waits for tools, or is answered. */
export const readAnswerStep = async (
  { round: { query }, evidenceMayLeave }: AnswerInProgress,
  { tools, languageModels }: OrchestratorServices,
): Promise<AnswerStep | undefined> => {
  const state = query.state();
  if (state.status !== 'searched') return undefined;
  const toolCalls = await readRoundToolCalls(state, tools);
  if (!allToolCallsEnded(state, toolCalls)) return undefined;
  if (toolCalls.phi) query.holdPhi();
  const mayLeave = evidenceMayLeave && !toolCalls.phi;
  const hasLocal = languageModels.local !== undefined && state.routing?.routing !== 'cloud-only';
  const routed = state.routing?.model ?? 'none';
  // What a model would be shown is only known by now; one that took over from another goes on.
  const wasLocal = callsOfRound(state).findLast(({ ended }) => ended?.toolCalls)?.called.where === 'local';
  const mayBeCloud = mayLeave && !wasLocal;
  const route = routed !== 'cloud' || mayBeCloud ? routed : hasLocal ? 'local' : 'none';
  return { state, toolCalls, mayLeave, hasLocal, route };
};

/** The next call of a model; undefined where none is to be made. */
export const planAnswerStep = (
  { round, evidence, lastFailure, mayPay }: AnswerInProgress,
  { state, toolCalls, hasLocal, route }: AnswerStep,
  services: OrchestratorServices,
): NextModelCall | undefined => {
  // Where nothing was found a model is paid for only if the words of the question ask for a tool.
  const couldCall =
    route === 'none' || !asksForTool(round.question.standalone)
      ? []
      : offeredTools(round, { place: route, toolCalls, exchanges: [] }, services);
  const hasNothing = evidence.length + couldCall.length + toolCalls.calls.length === 0;
  if (hasNothing || services.health.degraded()) return undefined;
  return nextModelCall({
    route,
    calls: callsOfStep(state),
    isWorthRepeating: lastFailure && lastFailure.details?.retryable !== false,
    retryAfter: lastFailure?.retryAfter,
    hasLocal,
    mayPay,
    timeLeft: round.time.forSlowWork(),
  });
};

/** Why excerpts are the answer although the question was to be answered by a model. */
const reasonForExcerpts = (
  { state: { routing, calls }, toolCalls, mayLeave, hasLocal }: AnswerStep,
  mayPay: boolean,
): string | undefined => {
  const isHeldBack = !mayLeave && !hasLocal;
  if (isHeldBack && toolCalls.phi) return modelWarnings.noneForTools;
  if (isHeldBack && routing?.model === 'cloud' && calls.length === 0) return modelWarnings.noneForSources;
  if (!mayPay && routing?.model === 'cloud') return modelWarnings.outOfMoney;
  if (routing?.model === 'none') {
    return routing.because === 'phi_without_local_model' ? modelWarnings.noneForPhi : undefined;
  }
  return routing === undefined && calls.length === 0 ? undefined : modelWarnings.noneAnswered;
};

/** What to say where excerpts are the answer; undefined where nothing else is expected. */
export const warningOfExcerpts = (
  { evidence, mayPay }: AnswerInProgress,
  step: AnswerStep,
  { health }: Pick<OrchestratorServices, 'health'>,
): string | undefined => {
  // Tools that were only offered are no reason to miss a model.
  const isExpected = evidence.length + step.toolCalls.calls.length === 0 || health.degraded();
  return isExpected ? undefined : reasonForExcerpts(step, mayPay);
};
