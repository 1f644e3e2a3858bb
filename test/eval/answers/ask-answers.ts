import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiClient } from '../../../client/create-client.ts';
import type { KnowledgeSearch } from '../../../ports/knowledge-search.ts';
import type { LabelledQuery } from '../labelled-queries.ts';
import { type AnswerScores, judgeAnswer } from './judge-answer.ts';
import { judgeModels, type ModelFigures } from './model-answers.ts';
import { type RequiredWarnings, readRequiredWarnings } from './required-warnings.ts';
import { type SourceText, sourceText } from './source-text.ts';

/** A question with its full answer, for human readers. */
export type AnsweredQuestion = {
  readonly id: string;
  readonly question: string;
  readonly answer: string | null;
  readonly warnings: readonly string[];
  readonly citations: readonly object[];
};

/** References to the warnings required in answers about a collection; none for an unread collection. */
const neededFor = async (collection: string): Promise<ReadonlyMap<string, RequiredWarnings>> => {
  const path = join(import.meta.dirname, '../needed-warnings', `${collection}.jsonl`);
  return existsSync(path) ? readRequiredWarnings(path) : new Map();
};

/**
 * Asks questions with an answer phrase over HTTP and judges their answers by the phrase, by the required warnings, and
 * by the full text of the cited documents.
 *
 * @param collection the name of the documents' folder
 */
export const createAnswerJudge = async (
  client: ApiClient,
  { wholeDocument }: Pick<KnowledgeSearch, 'wholeDocument'>,
  collection: string,
) => {
  const needed = await neededFor(collection);
  const sources = new Map<string, SourceText>();
  const answered: AnsweredQuestion[] = [];
  const models: ModelFigures[] = [];
  const load = async (docKey: string, version: number): Promise<void> => {
    if (!sources.has(docKey)) sources.set(docKey, sourceText(await wholeDocument(docKey, version)));
  };
  return {
    /** All answers so far, in the order of the questions. */
    answered: answered as readonly AnsweredQuestion[],
    /** The output of scripted models from the cited evidence, and the part that would be shown. */
    models: models as readonly ModelFigures[],
    /** Undefined when the question has no answer phrase. */
    ask: async ({ id, query, answer: phrase }: LabelledQuery): Promise<AnswerScores | undefined> => {
      if (phrase === undefined) return undefined;
      const asked = await client.post('/api/commands/AskQuery', { body: { question: query }, wait: 5 });
      const given = await client.get('/api/queries/{id}', {
        path: { id: asked.queryId },
        query: { after: asked.position },
      });
      const { answer, warnings, citations } = given;
      models.push(judgeModels(query, citations));
      answered.push({ id, question: query, answer, warnings, citations });
      for (const { docKey, version } of citations) await load(docKey, version);
      const sourceOf = (docKey: string): SourceText | undefined => sources.get(docKey);
      return judgeAnswer(given, { question: query, phrase, needed: needed.get(id), sourceOf });
    },
  };
};
