import { modelWarnings } from '../../domain/consultation/answering/model-warnings.ts';
import { type NextModelCall, nextModelCall } from '../../domain/consultation/answering/next-call.ts';
import type { ModelPlace } from '../../domain/consultation/model-usage.ts';
import { callsOfRound, callsOfStep, type QueryState } from '../../domain/consultation/query-state.ts';
import type { FailureReason } from '../../domain/kernel/failure.ts';
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

/** An answer being written. */
export type AnswerInProgress = {
  readonly round: AnswerRound;
  readonly excerpts: ExcerptsAnswer;
  /** The evidence as a model is shown it. */
  readonly evidence: readonly ModelEvidence[];
  /** Whether that evidence may be sent outside. */
  readonly evidenceMayLeavePremises: boolean;
  /** Why the last call failed. */
  lastFailure: FailureReason | undefined;
  mayPay: boolean;
};

/** A step towards an answer: what is known before the next model call. */
export type AnswerStep = {
  readonly state: Extract<QueryState, { status: 'searched' }>;
  readonly toolCalls: RoundToolCalls;
  /** Whether the prompt may be sent outside. */
  readonly mayLeave: boolean;
  readonly hasLocal: boolean;
  readonly route: ModelPlace | 'none';
};

/** Reads the state of the query; undefined when it waits for tools or is answered. */
export const readAnswerStep = async (
  { round: { query }, evidenceMayLeavePremises }: AnswerInProgress,
  { tools, languageModels }: OrchestratorServices,
): Promise<AnswerStep | undefined> => {
  const state = query.state();
  if (state.status !== 'searched') return undefined;
  const toolCalls = await readRoundToolCalls(state, tools);
  if (!allToolCallsEnded(state, toolCalls)) return undefined;
  if (toolCalls.phi) query.holdPhi();
  const mayLeave = evidenceMayLeavePremises && !toolCalls.phi;
  const hasLocal = languageModels.local !== undefined && state.routing?.routing !== 'cloud-only';
  const routed = state.routing?.model ?? 'none';
  // Only now is the whole prompt known. A local model that took over from the cloud stays in charge.
  const wasLocal = callsOfRound(state).findLast(({ ended }) => ended?.toolCalls)?.called.where === 'local';
  const mayBeCloud = mayLeave && !wasLocal;
  const route = routed !== 'cloud' || mayBeCloud ? routed : hasLocal ? 'local' : 'none';
  return { state, toolCalls, mayLeave, hasLocal, route };
};

/** Whether a model has something to write from: where nothing was found, only a question that asks for a tool. */
const hasWork = (
  { round, evidence }: AnswerInProgress,
  { toolCalls, route }: AnswerStep,
  services: OrchestratorServices,
): boolean =>
  evidence.length + toolCalls.calls.length > 0 ||
  (route !== 'none' && offeredTools(round, { place: route, toolCalls, exchanges: [] }, services).length > 0);

/** The next call of a model; undefined where none is to be made. */
export const planAnswerStep = (
  answer: AnswerInProgress,
  step: AnswerStep,
  services: OrchestratorServices,
): NextModelCall | undefined => {
  const { round, lastFailure, mayPay } = answer;
  const { state, hasLocal, route } = step;
  if (!hasWork(answer, step, services) || services.health.degraded()) return undefined;
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

/** Why excerpts are the answer although a model was to answer the question. */
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

/** The warning on an answer of excerpts; undefined when nothing else was expected. */
export const warningOfExcerpts = (
  answer: AnswerInProgress,
  step: AnswerStep,
  services: OrchestratorServices,
): string | undefined => {
  // A model that was called is missed whatever was found.
  const wasCalled = callsOfRound(step.state).length > 0;
  const isExpected = !(wasCalled || hasWork(answer, step, services)) || services.health.degraded();
  return isExpected ? undefined : reasonForExcerpts(step, answer.mayPay);
};
