import { loadState } from '../../commands/runtime/execute-decider.ts';
import { verifyAnswer } from '../../domain/consultation/answering/verify-answer.ts';
import { composeExtractiveAnswer } from '../../domain/consultation/compose-extractive-answer.ts';
import { queryDecider } from '../../domain/consultation/query-decider.ts';
import type { AnsweredQuery, ModelCall } from '../../domain/consultation/query-state.ts';
import { searchTextOf } from '../../domain/consultation/search-text.ts';
import { isExternalSource } from '../../domain/consultation/sources/source-name.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { Passage } from '../../domain/retrieval/passage.ts';
import type { AnswerRerun, RerunAnswer } from '../../ports/answer-rerun.ts';
import type { SearchOutcome } from '../../ports/knowledge-search.ts';
import type { LanguageModels } from '../../ports/language-model.ts';
import type { StoredPassages } from '../../ports/stored-passages.ts';
import { answerPreamble } from './answer-preamble.ts';
import { type ExcerptsAnswer, excerptsAnswer } from './excerpts-answer.ts';
import { modelEvidence } from './model-evidence.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';
import { messagesOf } from './prompt-record.ts';
import { type ResolvedQuestion, resolveQuestion } from './resolve-question.ts';
import { type FoundForQuestion, SPARE_PASSAGES } from './search-sources.ts';
import { verificationContext } from './verification-context.ts';

type RerunServices = Pick<
  OrchestratorServices,
  'eventStore' | 'search' | 'hasher' | 'vocabulary' | 'languageModels'
> & { readonly passages: StoredPassages };

/** The text of a rerun that would no longer give an answer. */
const WITHHELD = 'The answer would be held back for safety now.';
const UNSUPPORTED = 'Nothing of what the model said would be left now; excerpts would be the answer.';

/** The model call that gave the answer. */
const lastWords = ({ calls }: AnsweredQuery): ModelCall | undefined =>
  calls.findLast(({ ended }) => ended?.outcome === 'completed' && !ended.toolCalls);

/** Reads the whole documents of the passages found, in the versions of that time. */
const readDocuments = async (
  { search: { found } }: AnsweredQuery,
  passages: StoredPassages,
): Promise<ReadonlyMap<string, readonly Passage[]>> => {
  const documents = new Map<string, readonly Passage[]>();
  for (const { docKey, version } of found) {
    const id = `${docKey}@${version}`;
    if (!documents.has(id)) documents.set(id, await passages.ofVersion(docKey, version));
  }
  return documents;
};

/** Whether the documents were searched then: no search has an index of generation 0. */
const documentsOf = ({ index, sources }: AnsweredQuery['search']): FoundForQuestion['documents'] => {
  if (index.generation > 0) return 'searched';
  return sources.some(({ outcome, source }) => outcome === 'failed' && !isExternalSource(source))
    ? 'failed'
    : 'left_out';
};

/** The original search with its stored passages, and the current interpretation of the question. */
const foundAgain = (
  { search }: AnsweredQuery,
  byId: ReadonlyMap<string, Passage>,
  today: SearchOutcome,
): FoundForQuestion => ({
  documents: documentsOf(search),
  knowledge: {
    ...today,
    results: search.found.flatMap(({ chunkId, score }) => {
      const passage = byId.get(chunkId);
      return passage ? [{ passage, score }] : [];
    }),
    sources: [],
    warnings: [],
  },
  evidence: search.evidence ?? [],
  outcomes: search.sources,
  warnings: [],
});

/** Calls the model again with the same prompt. Only a model on the premises is called, because that costs nothing. */
const callAgain = async (
  { called }: ModelCall,
  phi: boolean,
  { local }: LanguageModels,
  signal: AbortSignal,
): Promise<string> => {
  if (called.where !== 'local' || local === undefined || local.model.name !== called.model)
    throw new Failure(
      failure(
        'rule_violated',
        'The model is called again only where it is the local one that is configured: other calls are paid for. Without that its words of then are checked again.',
        { details: { reason: 'model_not_called_again' } },
      ),
    );
  const { temperature, maxTokens } = called.parameters;
  const pieces = local.generate(
    {
      messages: messagesOf(called.prompt),
      temperature: typeof temperature === 'number' ? temperature : 0,
      maxTokens: typeof maxTokens === 'number' ? maxTokens : 2000,
      phi,
    },
    { signal },
  );
  let text = '';
  for await (const piece of pieces) if (piece.kind === 'text') text += piece.text;
  return text;
};

/** A question as it is read now, with the evidence of the original answer. */
type AnswerOfNow = {
  readonly question: ResolvedQuestion;
  readonly excerpts: ExcerptsAnswer;
  readonly found: FoundForQuestion;
};

/** Checks a model's words against the same evidence with the current rules. */
const judgeAgain = (
  text: string,
  { called }: ModelCall,
  { question, excerpts, found }: AnswerOfNow,
  services: RerunServices,
): string => {
  const shown = new Set(called.evidence.map(({ n }) => n));
  const evidence = modelEvidence(excerpts, found, services.hasher).filter(({ n }) => shown.has(n));
  const judged = verifyAnswer({ text, ...verificationContext(question, evidence) });
  if (judged.verdict === 'blocked') return WITHHELD;
  if (judged.verdict === 'unsupported') return UNSUPPORTED;
  return `${answerPreamble(question, excerpts)}${judged.text}`;
};

const without = (ids: readonly string[], others: readonly string[]): readonly string[] => {
  const known = new Set(others);
  return ids.filter((id) => !known.has(id));
};

/** Repeats the steps of an answer with its recorded evidence. */
export const createAnswerRerun = (services: RerunServices): AnswerRerun => ({
  rerun: async (queryId, { callModel, signal }) => {
    const { state } = await loadState(services, queryDecider, streamIdOf('query', queryId));
    if (state.status !== 'answered')
      throw new Failure(failure('not_found', 'There is no answer that could be made again.'));
    const { asked, screening, search, answer, routing } = state;
    if (routing?.action !== undefined)
      throw new Failure(failure('rule_violated', 'What a tool did for the question is not done again.'));
    const question = resolveQuestion(state, services.vocabulary);
    const documents = await readDocuments(state, services.passages);
    const byId = new Map([...documents.values()].flat().map((passage) => [passage.chunkId, passage]));
    const today = await services.search.search({
      query: searchTextOf(question.standalone, asked.clinicalContext),
      filters: asked.filters,
      limit: asked.limit + SPARE_PASSAGES,
      forAnswer: true,
      phi: screening.detected,
      ...omitUndefined({ specialties: asked.clinicalContext?.specialty }),
    });
    const found = foundAgain(state, byId, today);
    const excerpts = await excerptsAnswer(question, found, {
      hasher: services.hasher,
      composer: {
        compose: async ({ interpretation, results, limit, clinicalContext }) =>
          composeExtractiveAnswer(interpretation, results, {
            limit,
            wholeDocument: (docKey, version) => documents.get(`${docKey}@${version}`) ?? [],
            context: clinicalContext,
          }),
      },
    });
    const call = answer.model === 'extractive' ? undefined : lastWords(state);
    const said =
      call && callModel
        ? await callAgain(call, screening.detected, services.languageModels, signal)
        : (call?.ended?.text ?? '');
    const then = search.found.map(({ chunkId }) => chunkId);
    const now = today.results.map(({ passage }) => passage.chunkId);
    const rerun: RerunAnswer = {
      by: call ? (callModel ? 'model' : 'checks') : 'excerpts',
      answer: call
        ? judgeAgain(said, call, { question, excerpts, found }, services)
        : excerpts.command.answer,
      isUnderstoodAlike: today.interpretation.searchedFor === search.interpretation.searchedFor,
      lacking: without(then, [...byId.keys()]),
      foundNow: without(now, then),
      notFoundNow: without(then, now),
    };
    return rerun;
  },
});
