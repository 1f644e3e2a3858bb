import type { CommandOf } from '../../domain/consultation/query-commands.ts';
import { MAX_ROUNDS } from '../../domain/consultation/query-events.ts';
import type { KnownQuery } from '../../domain/consultation/query-state.ts';
import { responsibleUserId } from '../../domain/kernel/responsible-user-id.ts';
import { offerTools } from '../../domain/tools/offer-tools.ts';
import { isAllowedForQuestions } from '../../domain/tools/tools-in-questions.ts';
import type { AnswerRound } from './answer-round.ts';
import { awaitToolByRules, requestTools } from './call-tools.ts';
import { describeSearch } from './describe-search.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';
import { readRoundToolCalls } from './round-tool-calls.ts';
import { nothingSearched } from './search-sources.ts';
import { calledTools, toolResultsAnswer } from './tool-results.ts';

/** The answer to a question for a tool that `toolsInQuestions` leaves to people. */
const NOT_FOR_QUESTIONS =
  'Tools that need your agreement are not called for questions here: call it yourself, or do it where it belongs.';

type Begun = Extract<KnownQuery, { status: 'routed' | 'searched' }>;
type Routing = Pick<CommandOf<'RecordRouting'>, 'model' | 'intent' | 'routing'>;

/**
 * Returns the tool that a question explicitly asks for, if no model that may answer it could call that tool: without a
 * model, rules read the action. An unclear follow-up or an unknown tool is no action.
 */
export const detectActionByRules = (
  { question, metadata, at }: AnswerRound,
  { model, routing }: Routing,
  phi: boolean,
  { tools, health, languageModels, settings }: OrchestratorServices,
): string | undefined => {
  const allowed = settings.current().toolsInQuestions;
  if (allowed === 'off') return undefined;
  const action = tools?.readAction(question.standalone, at);
  const tool = action && tools?.registry.find(action.tool);
  if (tool === undefined) return undefined;
  if (model === 'none' || health.degraded()) return tool.name;
  const hasLocal = languageModels.local !== undefined && routing !== 'cloud-only';
  const { actor } = metadata;
  const offered = offerTools([tool], {
    question: question.standalone,
    phi,
    isPermitted: (one) =>
      tools?.registry.mayCall(one, { person: responsibleUserId(actor), roles: [actor.role] }) === true,
    place: model,
    hasLocal,
    allowed,
    // The person asked for this explicitly.
    includesOthersWords: false,
  });
  // If the tool cannot be called at all, the call says why; a model that is not offered it could not.
  return offered.length > 0 ? undefined : tool.name;
};

const answerOf = (
  answer: string,
  { question }: AnswerRound,
  more: Partial<CommandOf<'AnswerQuery'>> = {},
): CommandOf<'AnswerQuery'> => ({
  type: 'AnswerQuery',
  answer,
  citations: [],
  warnings: [],
  model: 'extractive',
  parameters: { limit: question.asked.limit },
  degraded: false,
  ...more,
});

/** The record of a search that was not made: an action is not a question to the documents. */
const notSearched = (
  round: AnswerRound,
  services: OrchestratorServices,
): CommandOf<'RecordSourcesSearched'> => {
  const { question } = round;
  const { counted: _, ...search } = describeSearch(
    question,
    {
      documents: 'left_out',
      knowledge: nothingSearched({ question }),
      evidence: [],
      outcomes: [],
      warnings: [],
    },
    services,
  );
  return search;
};

/**
 * Performs the action that rules read from a question: asks once for missing details, calls the tool, and answers with
 * the result. If details are still missing, says so and does nothing.
 */
export const performActionByRules = async (
  round: AnswerRound,
  state: Begun,
  services: OrchestratorServices,
): Promise<void> => {
  const { query, question, at } = round;
  if (state.status === 'searched') {
    const { calls, phi } = await readRoundToolCalls(state, services.tools);
    if (phi) query.holdPhi();
    const { text, citations } = toolResultsAnswer(calls, 1, services);
    await query.record(answerOf(text, round, { citations, ...calledTools(calls) }));
    return;
  }
  const search = notSearched(round, services);
  const action = services.tools?.readAction(question.standalone, at);
  const facts = action && services.tools?.registry.find(action.tool)?.facts;
  if (facts && !isAllowedForQuestions(facts, services.settings.current().toolsInQuestions)) {
    await query.record(search, answerOf(`Nothing was done. ${NOT_FOR_QUESTIONS}`, round));
    return;
  }
  if (action?.kind === 'call') {
    await query.record(search, awaitToolByRules(round, action, services));
    const after = query.state();
    if (after.status === 'searched' && after.waitsFor) await requestTools(round, after.waitsFor, services);
    return;
  }
  if (action === undefined || question.round >= MAX_ROUNDS) {
    const missing = action?.question ?? 'The tool that was asked for is not there any more.';
    await query.record(search, answerOf(`Nothing was done. ${missing}`, round));
    return;
  }
  const options = action.options.map((option) => ({ ...option }));
  await query.record(search, {
    type: 'AskBack',
    question: action.question,
    options,
    because: 'details_missing',
  });
};
