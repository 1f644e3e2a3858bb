import type { Passage } from '../../domain/retrieval/passage.ts';
import type { KnowledgeSearch } from '../../ports/knowledge-search.ts';
import { fixedSearch } from './fixed-search.ts';

type GivenPassage = { readonly title: string; readonly text: string; readonly section?: string };

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[a-z]{3,}/g) ?? []);

/** A search that finds passages sharing words with the query, best first, and records the queries. */
export const searchByWords = async (
  given: readonly GivenPassage[],
): Promise<{ readonly search: KnowledgeSearch; readonly queries: string[] }> => {
  const outcome = await fixedSearch.search({ query: '', filters: {}, limit: 1 });
  const [{ passage: usual } = {}] = outcome.results;
  if (usual === undefined) throw new Error('The fixed search finds nothing.');
  const passages = given.map(
    ({ title, text, section }, at): Passage => ({
      ...usual,
      chunkId: `document-${at}@1#0`,
      docKey: `document-${at}`,
      title,
      text,
      sectionPath: section === undefined ? [] : [section],
      drugs: [],
    }),
  );
  const queries: string[] = [];
  return {
    queries,
    search: {
      ...fixedSearch,
      search: async (request) => {
        queries.push(request.query);
        const asked = wordsOf(request.query);
        const results = passages
          .map((passage) => {
            const own = wordsOf(`${passage.title} ${passage.text}`);
            return { passage, score: [...asked].filter((word) => own.has(word)).length / (asked.size + 1) };
          })
          .filter(({ score }) => score > 0)
          .toSorted((one, other) => other.score - one.score)
          .slice(0, request.limit);
        return { ...outcome, results };
      },
    },
  };
};
