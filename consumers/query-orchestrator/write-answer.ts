import { buildPrompt, estimateTokens } from '../../domain/consultation/answering/build-prompt.ts';
import { modelWarnings } from '../../domain/consultation/answering/model-warnings.ts';
import { nextModelCall } from '../../domain/consultation/answering/next-call.ts';
import { safetyReasons } from '../../domain/consultation/answering/safety-reason.ts';
import type { CommandOf } from '../../domain/consultation/query-commands.ts';
import { callsOfRound, callsOfStep, type QueryState } from '../../domain/consultation/query-state.ts';
import type { Exchange } from '../../domain/consultation/query-transcript.ts';
import { usageOf } from '../../domain/consultation/usage-of.ts';
import type { FailureReason } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { asksForTool } from '../../domain/tools/offer-tools.ts';
import { abortablePause } from '../../ports/abortable-pause.ts';
import type { Reservation } from '../../ports/cost-ledger.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import type { RegisteredTool } from '../../ports/tool.ts';
import { answerPreamble } from './answer-preamble.ts';
import type { AnswerRound } from './answer-round.ts';
import { callModel, type ModelCallOutcome, mostUsdOf } from './call-model.ts';
import { awaitToolsOf, requestTools } from './call-tools.ts';
import { describeNow } from './describe-now.ts';
import { evidenceMayLeave } from './evidence-may-leave.ts';
import type { ExcerptsAnswer } from './excerpts-answer.ts';
import { type ModelEvidence, modelEvidence } from './model-evidence.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';
import type { ResolvedQuestion } from './resolve-question.ts';
import {
  allToolCallsEnded,
  offeredTools,
  type RoundToolCalls,
  readRoundToolCalls,
} from './round-tool-calls.ts';
import type { FoundForQuestion } from './search-sources.ts';
import { toolEvidence, toolMessages } from './tool-evidence.ts';
import { calledTools, withToolResults, withToolStates } from './tool-results.ts';
import { toolsWithin } from './tools-within.ts';
import { verificationContext } from './verification-context.ts';

type Searched = Extract<QueryState, { status: 'searched' }>;
type AnswerCommand = CommandOf<'AnswerQuery'>;

/** Of the conversation before, so much is shown to a model. */
const EXCHANGES = 5;
/** Milliseconds that reading it may take: an answer without it is one, too. */
const HISTORY_BOUNDS = { least: 0, most: 1000 };
/** Tokens of a model's context that are left free: its own way of counting may differ. */
const SPARE_TOKENS = 200;

/** For a call that costs nothing. */
const notPaidFor: Reservation = { release: () => {} };

/** Of a model's context, so much may be results of tools. */
const PART_FOR_TOOLS = 0.4;
/** Characters of a token, as few as there are in tables. */
const CHARACTERS_PER_TOKEN = 3;

/** The same answer with what it must be read with as well. */
const degradedBy = (answer: AnswerCommand, warning: string): AnswerCommand => ({
  ...answer,
  warnings: [warning, ...answer.warnings],
  degraded: true,
});

/** What a model is shown, and what its answer is checked by. */
const promptFor = (
  question: ResolvedQuestion,
  evidence: readonly ModelEvidence[],
  exchanges: Parameters<typeof buildPrompt>[0]['exchanges'],
  state: Searched,
  toolCalls: RoundToolCalls,
  offered: readonly RegisteredTool[],
  { model }: LanguageModel,
  { settings, hasher, tools, clock }: Pick<OrchestratorServices, 'settings' | 'hasher' | 'tools' | 'clock'>,
) => {
  const { asked, standalone, interpretation } = question;
  const timeZone = tools?.timeZone ?? 'UTC';
  const room = Math.max(0, model.contextTokens - settings.current().maxTokens - SPARE_TOKENS);
  const given = toolEvidence(toolCalls.calls, {
    from: 1 + Math.max(0, ...evidence.map(({ n }) => n)),
    room: Math.floor(room * PART_FOR_TOOLS * CHARACTERS_PER_TOKEN),
    timeZone,
    hasher,
  });
  const toolTurns = toolMessages(toolCalls.rounds, callsOfRound(state), given);
  const modelTools = toolsWithin(offered, room * PART_FOR_TOOLS);
  const taken = [...toolTurns, ...modelTools].reduce(
    (sum, part) => sum + estimateTokens(JSON.stringify(part)),
    0,
  );
  const prompt = buildPrompt({
    question: asked.question,
    readAs: standalone,
    interpretation,
    evidence,
    exchanges,
    intent: state.routing?.intent ?? 'general',
    maxPromptTokens: Math.max(0, room - taken),
    ...omitUndefined({
      clinicalContext: asked.clinicalContext,
      now: modelTools.length + toolTurns.length > 0 ? describeNow(clock.now(), timeZone) : undefined,
    }),
  });
  const shown = new Map(prompt.evidence.map((one) => [one.n, one]));
  return {
    messages: [...prompt.messages, ...toolTurns],
    tools: modelTools,
    evidence: [
      // A piece that found room in part only is checked by that part.
      ...evidence.flatMap((one) => {
        const part = shown.get(one.n);
        return part === undefined ? [] : [{ ...one, text: part.text }];
      }),
      ...given.flatMap(({ pieces }) => pieces),
    ],
  };
};

/** What cannot be judged is held back as what was judged to do harm (failure matrix, "Safety Filters"). */
const judgeSafely = (
  draft: Parameters<OrchestratorServices['judge']>[0],
  { judge, health }: Pick<OrchestratorServices, 'judge' | 'health'>,
): ReturnType<OrchestratorServices['judge']> => {
  try {
    const judged = judge(draft);
    // It says so itself where one of its own checks broke.
    const hasBroken = judged.verdict === 'blocked' && judged.because === 'check_failed';
    health.report('safety-filter', hasBroken ? 'failed' : 'ok', 'it broke');
    return judged;
  } catch {
    health.report('safety-filter', 'failed', 'it broke');
    return { verdict: 'blocked', because: 'check_failed' };
  }
};

/** The commands that a written draft leads to: its end, and the answer or why there is none. */
const conclude = (
  question: ResolvedQuestion,
  made: ModelCallOutcome,
  evidence: readonly ModelEvidence[],
  { model }: LanguageModel,
  { calls }: Searched,
  { command: excerpts, remarks }: ExcerptsAnswer,
  toolCalls: RoundToolCalls,
  services: Pick<OrchestratorServices, 'judge' | 'health' | 'tools' | 'hasher'>,
): AnswerCommand | CommandOf<'FailQuery'> => {
  const usage = usageOf(calls, made.end);
  const judged = judgeSafely({ text: made.text, ...verificationContext(question, evidence) }, services);
  if (judged.verdict === 'blocked') {
    return {
      type: 'FailQuery',
      component: 'safety-filter',
      reason: 'blocked',
      message: `The answer was held back for safety (${safetyReasons[judged.because]}) and is kept for review.`,
    };
  }
  if (judged.verdict === 'unsupported') {
    return {
      ...degradedBy(withToolResults(excerpts, toolCalls.calls, services), modelWarnings.unsupported),
      usage,
      sentencesStruck: judged.struck,
    };
  }
  // What is known of the patient comes first whoever writes, and what it names is cited.
  const said = [...remarks.ofPatient, ...remarks.ofDoses].join(' ');
  const cited = new Set([...judged.cited, ...[...said.matchAll(/\[(\d{1,3})\]/g)].map(([, n]) => Number(n))]);
  return {
    ...excerpts,
    answer: withToolStates(`${answerPreamble(question, { remarks })}${judged.text}`, toolCalls.calls),
    citations: evidence.flatMap(({ n, citation }) => (cited.has(n) ? [citation] : [])),
    warnings: [
      ...new Set([
        ...(made.isCutShort ? [modelWarnings.cutShort] : []),
        ...remarks.ofDoses.map((remark) => remark.slice(0, 500)),
        ...excerpts.warnings,
        ...judged.warnings.map((warning) => warning.slice(0, 500)),
      ]),
    ],
    model: model.name,
    checks: judged.checks,
    usage,
    ...calledTools(toolCalls.calls),
  };
};

/** Why excerpts are the answer although the question was to be answered by a model. */
const reasonForExcerpts = (
  { routing, calls }: Searched,
  mayPay: boolean,
  isHeldBack: boolean,
  phiOfTools: boolean,
): string | undefined => {
  if (isHeldBack && phiOfTools) return modelWarnings.noneForTools;
  if (isHeldBack && routing?.model === 'cloud' && calls.length === 0) return modelWarnings.noneForSources;
  if (!mayPay && routing?.model === 'cloud') return modelWarnings.outOfMoney;
  if (routing?.model === 'none') {
    return routing.because === 'phi_without_local_model' ? modelWarnings.noneForPhi : undefined;
  }
  return routing === undefined && calls.length === 0 ? undefined : modelWarnings.noneAnswered;
};

/**
 * Has a model write the answer, as far as there is one, time and evidence, and appends it; in place of that the excerpts.
 * Each call is on record before it is made, and its end together with what follows from it.
 */
export const writeAnswer = async (
  round: AnswerRound,
  found: FoundForQuestion,
  excerpts: ExcerptsAnswer,
  services: OrchestratorServices,
): Promise<void> => {
  const { question, query, time } = round;
  const evidence =
    question.followUp.kind === 'unclear' ? [] : modelEvidence(excerpts, found, services.hasher);
  const evidenceMay = evidenceMayLeave(excerpts);
  if (!evidenceMay) query.holdPhi();
  let last: FailureReason | undefined;
  let mayPay = services.costs.mayCall();
  for (;;) {
    const state = query.state();
    if (state.status !== 'searched') return;
    const { languageModels, settings, history } = services;
    const toolCalls = await readRoundToolCalls(state, services.tools);
    if (!allToolCallsEnded(state, toolCalls)) return;
    if (toolCalls.phi) query.holdPhi();
    const mayLeave = evidenceMay && !toolCalls.phi;
    const calls = callsOfStep(state);
    const hasLocal = languageModels.local !== undefined && state.routing?.routing !== 'cloud-only';
    const routed = state.routing?.model ?? 'none';
    // What a model would be shown is only known by now; one that took over from another goes on.
    const wasLocal = callsOfRound(state).findLast(({ ended }) => ended?.toolCalls)?.called.where === 'local';
    const mayBeCloud = mayLeave && !wasLocal;
    const route = routed !== 'cloud' || mayBeCloud ? routed : hasLocal ? 'local' : 'none';
    // Where nothing was found a model is paid for only if the words of the question ask for a tool.
    const couldCall =
      route === 'none' || !asksForTool(question.standalone)
        ? []
        : offeredTools(round, route, toolCalls, [], services);
    const hasNothing = evidence.length + couldCall.length + toolCalls.calls.length === 0;
    const plan =
      hasNothing || services.health.degraded()
        ? undefined
        : nextModelCall({
            route,
            calls,
            isWorthRepeating: last && last.details?.retryable !== false,
            retryAfter: last?.retryAfter,
            hasLocal,
            mayPay,
            timeLeft: time.forSlowWork(),
          });
    const languageModel = plan && languageModels[plan.place];
    if (plan === undefined || languageModel === undefined) {
      // Tools that were only offered are no reason to miss a model.
      const isExpected = evidence.length + toolCalls.calls.length === 0 || services.health.degraded();
      const isHeldBack = !mayLeave && !hasLocal;
      const reason = isExpected ? undefined : reasonForExcerpts(state, mayPay, isHeldBack, toolCalls.phi);
      const answer = withToolResults(excerpts.command, toolCalls.calls, services);
      await query.record(reason === undefined ? answer : degradedBy(answer, reason));
      return;
    }
    if (plan.pause > 0) await abortablePause(plan.pause, time.signal);
    const { conversationId, queryId } = question.asked;
    const exchanges =
      conversationId === undefined
        ? []
        : await time
            .within(HISTORY_BOUNDS, () => history.lastExchanges(conversationId, queryId, EXCHANGES))
            .catch((): readonly Exchange[] => []);
    const visibleExchanges = languageModel.model.leavesThePremises
      ? exchanges.filter(({ phi }) => !phi)
      : exchanges;
    const shown = promptFor(
      question,
      evidence,
      visibleExchanges,
      state,
      toolCalls,
      offeredTools(round, plan.place, toolCalls, visibleExchanges, services),
      languageModel,
      services,
    );
    const mostUsd = mostUsdOf(languageModel, shown, settings.current().maxTokens);
    const attempt = state.calls.length + 1;
    const reservation =
      plan.place === 'cloud'
        ? services.costs.reserve({ queryId, attempt }, mostUsd ?? Number.POSITIVE_INFINITY)
        : notPaidFor;
    if (reservation === undefined) {
      mayPay = false;
      continue;
    }
    const made = await callModel(
      round,
      {
        ...shown,
        mostUsd,
        attempt,
        languageModel,
        phi: state.screening.detected || !mayLeave,
        within: plan.within,
      },
      services,
    ).catch((error: unknown) => {
      reservation.release();
      throw error;
    });
    if (made === undefined) {
      reservation.release();
      continue;
    }
    try {
      if (made.failure === undefined && made.toolCalls.length > 0) {
        const offered = shown.tools.map(({ name }) => name);
        const waiting = awaitToolsOf(round, attempt, made.toolCalls, offered, toolCalls.rounds, services);
        await query.record(made.end, waiting);
        const after = query.state();
        if (after.status === 'searched' && after.waitsFor)
          await requestTools(round, after.waitsFor, services);
        last = undefined;
        // It goes on at once where nothing that was called may be; otherwise when the last of them has ended.
        if (waiting.calls.length > 0) return;
        continue;
      }
      if (made.failure === undefined) {
        const concluded = conclude(
          question,
          made,
          shown.evidence,
          languageModel,
          state,
          excerpts,
          toolCalls,
          services,
        );
        const wasCloud = route === 'cloud' && plan.place === 'local';
        const isAnswer = concluded.type === 'AnswerQuery';
        await query.record(
          made.end,
          isAnswer && wasCloud ? degradedBy(concluded, modelWarnings.cloudFailed) : concluded,
        );
        return;
      }
      last = made.failure;
      await query.record(made.end);
    } finally {
      made.close();
    }
  }
};
