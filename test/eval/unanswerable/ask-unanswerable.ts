import { type Presented, presentedAs } from '../presented-as.ts';
import { containsWords } from './holds-words.ts';
import { readUnanswerableQueries, type UnanswerableQuery } from './unanswerable-queries.ts';

type Found = { readonly results: readonly { readonly text: string; readonly weak?: true | undefined }[] };

/** Passages examined for the words. */
const PASSAGES = 50;

/**
 * Asks the questions that the documents cannot answer, except those whose words are in the documents after all: the
 * same questions serve for every collection. Asks all of them by default.
 */
export const askUnanswerable = async (
  search: (query: string, limit: number) => Promise<Found>,
  signal: AbortSignal,
  questions?: readonly UnanswerableQuery[],
): Promise<readonly (UnanswerableQuery & { readonly presented: Presented })[]> => {
  const asked = [];
  for (const unanswerable of questions ?? (await readUnanswerableQueries())) {
    signal.throwIfAborted();
    const { query, absent } = unanswerable;
    const [question, words] = [await search(query, PASSAGES), await search(absent, PASSAGES)];
    const held = [...question.results, ...words.results].some(({ text }) => containsWords(text, absent));
    if (!held) asked.push({ ...unanswerable, presented: presentedAs(question.results) });
  }
  return asked;
};
