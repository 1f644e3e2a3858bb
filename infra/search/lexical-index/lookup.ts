import type { NearWord } from '../../../domain/language/near-words.ts';
import type { PostingList } from '../../../domain/retrieval/lexical/postings.ts';
import type { Passage } from '../../../domain/retrieval/passage.ts';
import type { SearchFilters } from '../../../domain/retrieval/search-filters.ts';
import type { SegmentView } from './segment-view.ts';

/** What is known of where one key occurs: the segments that were asked, and the lists of those that have it. */
export type KeyPostings = {
  readonly asked: ReadonlySet<number>;
  readonly lists: ReadonlyMap<number, PostingList>;
};
export const noPostings: KeyPostings = { asked: new Set(), lists: new Map() };

/** How a protocol number is written where documents, or sections of them, are filed under it. */
export type Spellings = { readonly document: readonly string[]; readonly section: readonly string[] };

/** All that was fetched for one search or question. */
type Pinned = {
  /** Whose slots the postings are in. */
  readonly view: SegmentView;
  /** After which change of the corpus words, numbers and filters were looked up; see `LookupCaches.changes`. */
  lookedUpAfter: number;
  readonly keys: Map<string, KeyPostings>;
  readonly near: Map<string, readonly NearWord[]>;
  readonly spellings: Map<string, Spellings>;
  readonly passages: Map<string, Passage | undefined>;
  readonly filters: Map<string, ReadonlySet<string>>;
};

/** What is missing and has to be fetched. */
type Missing = {
  readonly keys: Set<string>;
  readonly near: Map<string, readonly [word: string, maxEdits: number]>;
  readonly spellings: Set<string>;
  readonly passages: Set<string>;
  readonly filters: Map<string, SearchFilters>;
};

/** One search or question: what was fetched for it, and what it has asked for in vain since the last fetch. */
export type Lookup = { readonly pinned: Pinned; readonly missing: Missing };

/** A lookup that has fetched nothing yet. */
export const beginLookup = (view: SegmentView, lookedUpAfter: number): Lookup => ({
  pinned: {
    view,
    lookedUpAfter,
    keys: new Map(),
    near: new Map(),
    spellings: new Map(),
    passages: new Map(),
    filters: new Map(),
  },
  missing: {
    keys: new Set(),
    near: new Map(),
    spellings: new Set(),
    passages: new Set(),
    filters: new Map(),
  },
});

/** Whether nothing was asked for in vain. */
export const isComplete = ({ missing }: Lookup): boolean => {
  const { keys, near, spellings, passages, filters } = missing;
  return keys.size + near.size + spellings.size + passages.size + filters.size === 0;
};

/** Lets a new round of reading note what is missing. */
export const forgetMissing = ({ missing }: Lookup): void => {
  for (const part of Object.values(missing)) part.clear();
};

/** Lets go of what was looked up before the corpus changed; postings and passages stay what they are. */
export const forgetOutdated = ({ pinned }: Lookup, changes: number): void => {
  if (pinned.lookedUpAfter === changes) return;
  pinned.near.clear();
  pinned.spellings.clear();
  pinned.filters.clear();
  pinned.lookedUpAfter = changes;
};
