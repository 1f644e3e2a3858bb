import { stem } from '../../language/stem.ts';
import { stopWords } from '../../language/stop-words.ts';
import { tokenize } from '../../language/tokenize.ts';
import { dividedPassageFilter } from '../matches-filters.ts';
import type { SearchFilters } from '../search-filters.ts';
import { type HeldCorpus, statisticsOf } from './held-corpus.ts';
import { byScore, type LexicalHit } from './lexical-hit.ts';
import type { LexicalTerm } from './lexical-query.ts';
import { hasSlot } from './postings.ts';
import type { CorpusStatistics, createScorer } from './score-postings.ts';

/** The scope of a search, besides filters. */
export type LexicalScope = {
  /** The passages to search; all when absent. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Statistics of the whole corpus; when absent, the held documents are all of it. */
  readonly statistics?: CorpusStatistics;
};

/** A question with its terms from `lexicalQuery`. */
export type LexicalQuestion = {
  readonly protocolNumbers: readonly string[];
  readonly terms: readonly LexicalTerm[];
};

const ownersNumbered = (
  { documents, numbered }: HeldCorpus,
  numbers: readonly string[],
): ReadonlySet<number> => {
  const found = new Set<number>();
  for (const number of numbers) {
    for (const docKey of numbered.under(number)) found.add(documents.get(docKey)?.ordinal ?? -1);
  }
  return found;
};

const slotsNumbered = (
  { slotOf, numberedSections }: HeldCorpus,
  numbers: readonly string[],
): ReadonlySet<number> => {
  const found = new Set<number>();
  for (const number of numbers) {
    for (const chunkId of numberedSections.under(number)) found.add(slotOf.get(chunkId) ?? -1);
  }
  return found;
};

/**
 * Returns the best passages first; equal scores in order of their chunk ids.
 *
 * @param score the scorer of this corpus: it reuses its arrays between searches
 */
export const searchCorpus = (
  corpus: HeldCorpus,
  score: ReturnType<typeof createScorer>,
  { protocolNumbers, terms }: LexicalQuestion,
  {
    limit,
    filters,
    only,
    statistics = statisticsOf(corpus),
  }: LexicalScope & { readonly limit: number; readonly filters: SearchFilters },
): readonly LexicalHit[] => {
  const { postings, passages, entries } = corpus;
  if (corpus.livePassages === 0) return [];
  const askedByNumber = ownersNumbered(corpus, protocolNumbers);
  const sectionsAsked = slotsNumbered(corpus, protocolNumbers);
  const passes = dividedPassageFilter(filters);
  return score(terms, limit, statistics, {
    slots: passages.length,
    owners: entries.length,
    lengths: corpus.lengths,
    ownerOf: corpus.owners,
    postingsOf: (term) => {
      const list = postings.get(term);
      return list ? [list] : [];
    },
    passagesOf: (owner) => {
      const entry = entries[owner];
      const passage = passages[entry?.slots[0] ?? -1];
      return entry && passage && passes.ofDocument(passage) ? entry.slots.length : 0;
    },
    mayBeFound: (slot) => {
      const passage = passages[slot];
      return passage !== undefined && passes.ofPassage(passage) && (only?.has(passage.chunkId) ?? true);
    },
    isAskedByNumber: (slot, owner) => askedByNumber.has(owner) || sectionsAsked.has(slot),
  })
    .map(({ slot, score: of }) => ({ chunkId: passages[slot]?.chunkId ?? '', score: of }))
    .sort(byScore)
    .slice(0, limit);
};

/** The ids of the passages that contain every word of a text, in any inflection. */
export const passagesWith = ({ postings, passages }: HeldCorpus, text: string): ReadonlySet<string> => {
  const terms = tokenize(text).flatMap((token) => (stopWords.has(token.text) ? [] : [stem(token.text)]));
  const [first, ...others] = terms.map((term) => postings.get(term));
  const found = new Set<string>();
  for (let at = 0; first && at < first.length; at += 1) {
    const slot = first.slots[at] ?? 0;
    const passage = passages[slot];
    if (passage && others.every((list) => list && hasSlot(list, slot))) found.add(passage.chunkId);
  }
  return found;
};
