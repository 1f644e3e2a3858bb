import { byScore, type LexicalHit } from '../../../domain/retrieval/lexical/lexical-hit.ts';
import { type CorpusStatistics, createScorer } from '../../../domain/retrieval/lexical/score-postings.ts';
import type { SearchFilters } from '../../../domain/retrieval/search-filters.ts';
import type { AskedTerms } from '../../../ports/lexical-index.ts';
import { lexicalKeys } from './lexical-keys.ts';
import { isComplete, type Lookup, noPostings } from './lookup.ts';
import type { StoredCorpus } from './stored-corpus.ts';
import { createStoredWords, presentLists } from './stored-words.ts';

/** Options shared by all wordings of a search. */
type SearchLimits = {
  readonly limit: number;
  readonly filters: SearchFilters;
  /** Passages to search; all when undefined. */
  readonly only: ReadonlySet<string> | undefined;
};

type SearchWording = (wording: AskedTerms, limits: SearchLimits, lookup: Lookup) => readonly LexicalHit[];

/** Searches for one wording, in tables and in memory. Returns no hits while the lookup is missing data. */
export const createWordingSearch = (corpus: StoredCorpus): SearchWording => {
  const score = createScorer();
  return ({ terms, protocolNumbers }, { limit, filters, only }, lookup) => {
    const { memory, view } = corpus;
    const words = createStoredWords(corpus, lookup);
    const own = memory.statistics();
    const frequencies = new Map(terms.map(({ term }) => [term, words.frequencyOf(term)]));
    const documents = words.passing(filters);
    const named = filters.drug && words.slotsOf(filters.drug.map(lexicalKeys.drug));
    const numbered = (of: 'document' | 'section'): ReadonlySet<number> =>
      words.slotsOf(protocolNumbers.flatMap((number) => words.spellingsOf(number)[of]));
    const sections = numbered('section');
    const ownerOf = view.ownerOf();
    const owners = new Set([...numbered('document')].map((slot) => ownerOf[slot] ?? 0));
    // Data is missing; do not score yet.
    if (!isComplete(lookup)) return [];
    const statistics: CorpusStatistics = {
      passages: own.passages + view.passages(),
      totalLength: own.totalLength + view.totalLength(),
      frequencyOf: (term) => frequencies.get(term) ?? 0,
    };
    const stored = score(terms, limit, statistics, {
      slots: view.slots(),
      owners: view.owners(),
      lengths: view.lengths(),
      ownerOf,
      postingsOf: (term) => presentLists(lookup.pinned.keys.get(lexicalKeys.term(term)) ?? noPostings, view),
      passagesOf: (owner) =>
        documents === undefined || documents.has(view.docKeyOf(owner)) ? view.passagesOf(owner) : 0,
      mayBeFound: (slot) =>
        view.isLive(slot) && (named?.has(slot) ?? true) && (only?.has(view.chunkIdOf(slot)) ?? true),
      isAskedByNumber: (slot, owner) => owners.has(owner) || sections.has(slot),
    }).map(({ slot, score: of }) => ({ chunkId: view.chunkIdOf(slot), score: of }));
    const held = memory.search({ terms, protocolNumbers }, limit, filters, { only, statistics });
    return [...stored, ...held].sort(byScore).slice(0, limit);
  };
};
