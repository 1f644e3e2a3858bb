import { MAX_TOOL_CALLS, MAX_TOOL_ROUNDS } from '../../domain/consultation/called-tool.ts';
import type { ModelPlace } from '../../domain/consultation/model-usage.ts';
import { type QueryState, type ToolRound, toolRoundsOfRound } from '../../domain/consultation/query-state.ts';
import type { Exchange } from '../../domain/consultation/query-transcript.ts';
import { responsibleUserId } from '../../domain/kernel/responsible-user-id.ts';
import { offerTools } from '../../domain/tools/offer-tools.ts';
import type { RegisteredTool } from '../../ports/tool.ts';
import type { AnswerRound } from './answer-round.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';
import type { ObservedToolCall, QuestionTools } from './question-tools.ts';

type Searched = Extract<QueryState, { status: 'searched' }>;

/** The tools of a round: what was called, what came of it, and what may still be called. */
export type RoundToolCalls = {
  readonly rounds: readonly ToolRound[];
  /** All that were called, in order, each with what came of it. */
  readonly calls: readonly ObservedToolCall[];
  /** Whether something that came of them may go to no model in the cloud. */
  readonly phi: boolean;
};

/** A call that was never heard of, as where it was refused to be put on record. */
const neverRequested = ({ toolCallId, tool }: ToolRound['calls'][number]): ObservedToolCall => ({
  toolCallId,
  tool,
  status: 'requested',
  phi: false,
});

/** Looks at all tools that were called in the round that a query is in. */
export const readRoundToolCalls = async (
  state: Searched,
  tools: QuestionTools | undefined,
): Promise<RoundToolCalls> => {
  const rounds = toolRoundsOfRound(state);
  const requested = rounds.flatMap(({ calls }) => calls);
  if (tools === undefined || requested.length === 0)
    return { rounds, calls: requested.map(neverRequested), phi: false };
  const calls = await Promise.all(
    requested.map(async (call) => (await tools.look(call.toolCallId)) ?? neverRequested(call)),
  );
  // What works on patients gives what belongs to one, also where nothing looks like it.
  const phi = calls.some(
    ({ phi: found, tool, result }) =>
      result?.result && (found || tools.registry.find(tool)?.facts.requiresPhi !== false),
  );
  return { rounds, calls, phi };
};

/** Whether all that the query waits for has ended. */
export const allToolCallsEnded = ({ waitsFor }: Searched, { calls }: RoundToolCalls): boolean => {
  const awaited = new Set(waitsFor?.toolCallIds);
  return calls.every(({ toolCallId, result }) => !awaited.has(toolCallId) || result !== undefined);
};

/** Who is offered tools. */
type Offer = {
  /** Where the model runs. */
  readonly place: ModelPlace;
  /** What was called so far. */
  readonly toolCalls: Pick<RoundToolCalls, 'rounds' | 'calls'>;
  /** Of the conversation, that the model is shown. */
  readonly exchanges: readonly Pick<Exchange, 'people'>[];
};

/** The tools that a model may call for a question now; none once as many were called as may be. */
export const offeredTools = (
  { question, query, metadata }: Pick<AnswerRound, 'question' | 'query' | 'metadata'>,
  { place, toolCalls: { rounds, calls }, exchanges }: Offer,
  { tools, languageModels, settings }: Pick<OrchestratorServices, 'tools' | 'languageModels' | 'settings'>,
): readonly RegisteredTool[] => {
  const state = query.state();
  if (tools === undefined || !('screening' in state)) return [];
  if (rounds.length >= MAX_TOOL_ROUNDS || calls.length >= MAX_TOOL_CALLS) return [];
  const asker = responsibleUserId(metadata.actor);
  const intent = 'routing' in state ? state.routing?.intent : undefined;
  return offerTools(tools.registry.all(), {
    question: question.standalone,
    intent: intent ?? 'general',
    phi: state.screening.detected,
    role: metadata.actor.role,
    place,
    hasLocal: languageModels.local !== undefined && settings.current().routing !== 'cloud-only',
    allowed: settings.current().toolsInQuestions,
    includesOthersWords: exchanges.some(({ people }) => people.some((person) => person !== asker)),
  });
};
