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

/** The tool calls of a round and their results. */
export type RoundToolCalls = {
  readonly rounds: readonly ToolRound[];
  /** All calls in order, each with its result. */
  readonly calls: readonly ObservedToolCall[];
  /** Whether a result must not go to a model in the cloud. */
  readonly phi: boolean;
};

/** A call that is not in the log, for instance because recording it was refused. */
const neverRequested = ({ toolCallId, tool }: ToolRound['calls'][number]): ObservedToolCall => ({
  toolCallId,
  tool,
  status: 'requested',
  phi: false,
});

/** Reads all tool calls of a query's current round. */
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
  // The result of a tool that works on patients counts as PHI, even if it does not look like it.
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

/** The circumstances under which tools are offered. */
type Offer = {
  /** Where the model runs. */
  readonly place: ModelPlace;
  /** The calls so far. */
  readonly toolCalls: Pick<RoundToolCalls, 'rounds' | 'calls'>;
  /** The exchanges of the conversation that the model is shown. */
  readonly exchanges: readonly Pick<Exchange, 'people'>[];
};

/** The tools that a model may call for a question now; none when the limit of calls is reached. */
export const offeredTools = (
  { question, query, metadata }: Pick<AnswerRound, 'question' | 'query' | 'metadata'>,
  { place, toolCalls: { rounds, calls }, exchanges }: Offer,
  { tools, languageModels, settings }: Pick<OrchestratorServices, 'tools' | 'languageModels' | 'settings'>,
): readonly RegisteredTool[] => {
  const state = query.state();
  if (tools === undefined || !('screening' in state)) return [];
  if (rounds.length >= MAX_TOOL_ROUNDS || calls.length >= MAX_TOOL_CALLS) return [];
  const asker = responsibleUserId(metadata.actor);
  return offerTools(tools.registry.all(), {
    question: question.standalone,
    phi: state.screening.detected,
    isPermitted: (tool) => tools.registry.mayCall(tool, { person: asker, roles: [metadata.actor.role] }),
    place,
    hasLocal: languageModels.local !== undefined && settings.current().routing !== 'cloud-only',
    allowed: settings.current().toolsInQuestions,
    includesOthersWords: exchanges.some(({ people }) => people.some((person) => person !== asker)),
  });
};
