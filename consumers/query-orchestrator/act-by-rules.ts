import type { CommandOf } from '../../domain/consultation/query-commands.ts';
import { MAX_ROUNDS } from '../../domain/consultation/query-events.ts';
import type { KnownQuery } from '../../domain/consultation/query-state.ts';
import { offerTools } from '../../domain/tools/offer-tools.ts';
import { isAllowedForQuestions } from '../../domain/tools/tools-in-questions.ts';
import type { AnswerRound } from './answer-round.ts';
import { awaitToolByRules, requestTools } from './call-tools.ts';
import { describeSearch } from './describe-search.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';
import { readRoundToolCalls } from './round-tool-calls.ts';
import { nothingSearched } from './search-sources.ts';
import { calledTools, toolResultsAnswer } from './tool-results.ts';

/** Said where somebody asks for what `toolsInQuestions` leaves to people. */
const NOT_FOR_QUESTIONS =
  'Tools that need your agreement are not called for questions here: call it yourself, or do it where it belongs.';

type Begun = Extract<KnownQuery, { status: 'routed' | 'searched' }>;
type Routing = Pick<CommandOf<'RecordRouting'>, 'model' | 'intent' | 'routing'>;

/**
 * The tool that a question asks for explicitly, where no model that may answer it could call it: without a model
 * an action is read by rules. A follow-up that is not understood, and what is not there, is no action.
 */
export const detectActionByRules = (
  { question, metadata, at }: AnswerRound,
  { model, intent, routing }: Routing,
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
  const { role } = metadata.actor;
  const offered = offerTools([tool], {
    question: question.standalone,
    intent,
    phi,
    role,
    place: model,
    hasLocal,
    allowed,
    // The person asked for this explicitly.
    includesOthersWords: false,
  });
  // What cannot be called at all is said by the call itself, and not by a model that does not know of it.
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

/** Nothing is searched for an action, and it counts as no question to the documents. */
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
 * Does what rules read out of a question: asks once for what is missing, calls the tool, and answers with what came of
 * it. What is still missing then is said, and nothing is done.
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
