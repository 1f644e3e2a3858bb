import { toolCallIdOf } from '../../commands/tool-calls/tool-call-id.ts';
import type { ActionIntent } from '../../domain/consultation/action-intent/action-intent.ts';
import { planToolCalls } from '../../domain/consultation/answering/plan-tool-calls.ts';
import type { RoundToolCall } from '../../domain/consultation/called-tool.ts';
import type { CommandOf } from '../../domain/consultation/query-commands.ts';
import type { ToolRound } from '../../domain/consultation/query-state.ts';
import { responsibleUserId } from '../../domain/kernel/responsible-user-id.ts';
import type { ModelToolCall } from '../../ports/language-model.ts';
import type { AnswerRound } from './answer-round.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';

/** The ids of a call: its own derives from the question and from its id within the question. */
const named = (
  { question, occasion }: AnswerRound,
  modelCallId: string,
  { identity }: Pick<OrchestratorServices, 'identity'>,
): Pick<RoundToolCall, 'toolCallId' | 'modelCallId'> => ({
  toolCallId: toolCallIdOf(
    { of: question.asked.queryId, modelCallId, person: responsibleUserId(occasion.asked.metadata.actor) },
    identity,
  ),
  modelCallId,
});

/** The command to wait for the one tool that rules read from a question. */
export const awaitToolByRules = (
  round: AnswerRound,
  action: Extract<ActionIntent, { kind: 'call' }>,
  services: Pick<OrchestratorServices, 'identity'>,
): CommandOf<'AwaitTools'> => ({
  type: 'AwaitTools',
  calls: [
    {
      ...named(round, `rules/${round.question.round}`, services),
      tool: action.tool,
      arguments: action.arguments,
    },
  ],
  timeLeftMs: Math.round(round.time.forSlowWork()),
});

/** The tools that a model called. */
type CalledByModel = {
  /** The attempt of the model call. */
  readonly attempt: number;
  readonly written: readonly ModelToolCall[];
  /** Names of the tools that it was offered. */
  readonly offered: readonly string[];
  readonly before: readonly ToolRound[];
};

/**
 * The command to wait for the tools that a model called. Their ids derive from the question and the model's own ids, so
 * that a call announced twice is one call.
 */
export const awaitToolsOf = (
  round: AnswerRound,
  { attempt, written, offered, before }: CalledByModel,
  services: Pick<OrchestratorServices, 'identity'>,
): CommandOf<'AwaitTools'> => {
  const planned = planToolCalls(
    written,
    offered,
    before.flatMap(({ calls }) => calls),
  );
  return {
    type: 'AwaitTools',
    attempt,
    calls: planned.flatMap((plan): readonly RoundToolCall[] =>
      'refused' in plan
        ? []
        : [
            {
              ...named(round, `${attempt}/${plan.id}`, services),
              tool: plan.tool,
              arguments: plan.arguments,
            },
          ],
    ),
    timeLeftMs: Math.round(round.time.forSlowWork()),
  };
};

/** Requests the tools that a query waits for, in parallel; earlier requests are unaffected. */
export const requestTools = async (
  { question: { asked }, occasion }: AnswerRound,
  { calls }: ToolRound,
  { tools }: Pick<OrchestratorServices, 'tools'>,
): Promise<void> => {
  if (tools === undefined) return;
  const { queryId, conversationId } = asked;
  await Promise.all(calls.map((call) => tools.request(call, { ...occasion, queryId, conversationId })));
};
