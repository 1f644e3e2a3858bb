import { buildPrompt, estimateTokens } from '../../domain/consultation/answering/build-prompt.ts';
import { callsOfRound, type QueryState } from '../../domain/consultation/query-state.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import type { RegisteredTool } from '../../ports/tool.ts';
import type { PlannedModelCall } from './call-model.ts';
import { describeNow } from './describe-now.ts';
import type { ModelEvidence } from './model-evidence.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';
import type { ResolvedQuestion } from './resolve-question.ts';
import type { RoundToolCalls } from './round-tool-calls.ts';
import { toolEvidence, toolMessages } from './tool-evidence.ts';
import { toolsWithinBudget } from './tools-within-budget.ts';

/** Tokens of a model's context that are left free, because the model may count differently. */
const SPARE_TOKENS = 200;

/** The share of a model's context for the results of tools. */
const PART_FOR_TOOLS = 0.4;
/** Characters per token in results, which hold numbers. */
const CHARACTERS_PER_TOKEN = 2;

type PromptParts = {
  readonly question: ResolvedQuestion;
  readonly evidence: readonly ModelEvidence[];
  /** The earlier exchanges of the conversation that the model is shown. */
  readonly exchanges: Parameters<typeof buildPrompt>[0]['exchanges'];
  readonly state: Extract<QueryState, { status: 'searched' }>;
  readonly toolCalls: RoundToolCalls;
  /** The tools that it may call, as far as there is room. */
  readonly offered: readonly RegisteredTool[];
};

type ModelPrompt = Pick<PlannedModelCall, 'messages' | 'tools' | 'evidence'>;

/** Builds the prompt of a model, with the evidence that its answer is checked against. */
export const modelPrompt = (
  { question, evidence, exchanges, state, toolCalls, offered }: PromptParts,
  { model }: LanguageModel,
  { settings, hasher, tools, clock }: Pick<OrchestratorServices, 'settings' | 'hasher' | 'tools' | 'clock'>,
): ModelPrompt => {
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
  const modelTools = toolsWithinBudget(offered, room * PART_FOR_TOOLS);
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
      // A piece that was cut to fit is checked by the part shown.
      ...evidence.flatMap((one) => {
        const part = shown.get(one.n);
        return part === undefined ? [] : [{ ...one, text: part.text }];
      }),
      ...given.flatMap(({ pieces }) => pieces),
    ],
  };
};
