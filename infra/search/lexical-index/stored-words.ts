import type { PostingList } from '../../../domain/retrieval/lexical/postings.ts';
import { protocolNumberKey } from '../../../domain/retrieval/protocol-numbers.ts';
import type { SearchFilters } from '../../../domain/retrieval/search-filters.ts';
import { lexicalKeys } from './lexical-keys.ts';
import { type KeyPostings, type Lookup, noPostings, type Spellings } from './lookup.ts';
import type { SegmentView } from './segment-view.ts';
import type { StoredCorpus } from './stored-corpus.ts';

/**
 * Reads of the tables for one lookup. Data not fetched yet is noted as missing and replaced by an empty
 * default.
 */
export type StoredWords = {
  readonly postingsOf: (key: string) => KeyPostings;
  /** The lists of a key in the current segments. */
  readonly listsOf: (key: string) => readonly PostingList[];
  /** The number of passages in which a key occurs. */
  readonly countOf: (key: string) => number;
  /** Slots of the passages with any of the keys. */
  readonly slotsOf: (keys: readonly string[]) => ReadonlySet<number>;
  /** The number of passages in the whole corpus, memory included, in which a term occurs. */
  readonly frequencyOf: (term: string) => number;
  readonly spellingsOf: (number: string) => Spellings;
  /**
   * Documents that pass filters; undefined when all do. Ignores the drug filter, which applies to passages.
   */
  readonly passing: (filters: SearchFilters) => ReadonlySet<string> | undefined;
};

const ofDocumentsOnly = ({ drug: _, ...filters }: SearchFilters): SearchFilters => filters;
const nameOf = (filters: SearchFilters): string => JSON.stringify(filters);
const isAsking = (filters: SearchFilters): boolean =>
  Object.values(filters).some((value) => value !== undefined);

/** True when every current segment was queried. */
const isOfAllSegments = ({ asked }: KeyPostings, view: SegmentView): boolean => {
  for (const segment of view.segments()) if (!asked.has(segment)) return false;
  return true;
};

/** The lists of the current segments. */
export const presentLists = ({ lists }: KeyPostings, view: SegmentView): readonly PostingList[] =>
  [...lists].flatMap(([segment, list]) => (view.segments().has(segment) ? [list] : []));

/**
 * Creates the reads of one lookup. Valid only until the next yield to the event loop, after which the view
 * may differ.
 */
export const createStoredWords = (corpus: StoredCorpus, { pinned, missing }: Lookup): StoredWords => {
  const { view, memory, caches } = corpus;

  const postingsOf = (key: string): KeyPostings => {
    const found = pinned.keys.get(key) ?? caches.postings.get(key);
    if (!found || !isOfAllSegments(found, view)) {
      missing.keys.add(key);
      return noPostings;
    }
    pinned.keys.set(key, found);
    return found;
  };

  const countOf = (key: string): number => {
    let live = 0;
    for (const [segment, list] of postingsOf(key).lists)
      if (view.segments().has(segment)) live += corpus.countLive(view, segment, list);
    return live;
  };

  const listsOf = (key: string): readonly PostingList[] => presentLists(postingsOf(key), view);

  return {
    postingsOf,
    listsOf,
    countOf,
    slotsOf: (keys) => {
      const slots = new Set<number>();
      for (const key of keys)
        for (const list of listsOf(key))
          for (const slot of list.slots) if (view.isLive(slot)) slots.add(slot);
      return slots;
    },
    frequencyOf: (term) => memory.statistics().frequencyOf(term) + countOf(lexicalKeys.term(term)),
    spellingsOf: (number) => {
      const key = protocolNumberKey(number);
      const found = pinned.spellings.get(key);
      if (!found) {
        missing.spellings.add(key);
        return { document: [], section: [] };
      }
      const isThere = (one: string): boolean => countOf(one) > 0;
      return { document: found.document.filter(isThere), section: found.section.filter(isThere) };
    },
    passing: (filters) => {
      const asked = ofDocumentsOnly(filters);
      if (!isAsking(asked)) return undefined;
      const name = nameOf(asked);
      const found = pinned.filters.get(name);
      if (!found) missing.filters.set(name, asked);
      return found ?? new Set();
    },
  };
};
