import type { NearWord } from '../../../domain/language/near-words.ts';
import type { PostingList } from '../../../domain/retrieval/lexical/postings.ts';
import type { Passage } from '../../../domain/retrieval/passage.ts';
import type { SearchFilters } from '../../../domain/retrieval/search-filters.ts';
import type { SegmentView } from './segment-view.ts';

/** The known occurrences of one key: the segments queried, and the lists of those that contain it. */
export type KeyPostings = {
  readonly asked: ReadonlySet<number>;
  readonly lists: ReadonlyMap<number, PostingList>;
};
export const noPostings: KeyPostings = { asked: new Set(), lists: new Map() };

/** The ways a protocol number is written in the documents or sections indexed under it. */
export type Spellings = { readonly document: readonly string[]; readonly section: readonly string[] };

/** Everything fetched for one search or question. */
type Pinned = {
  /** The view that defines the slots of the postings. */
  readonly view: SegmentView;
  /**
   * The count of corpus changes when words, numbers and filters were looked up; see `LookupCaches.changes`.
   */
  lookedUpAfter: number;
  readonly keys: Map<string, KeyPostings>;
  readonly near: Map<string, readonly NearWord[]>;
  readonly spellings: Map<string, Spellings>;
  readonly passages: Map<string, Passage | undefined>;
  readonly filters: Map<string, ReadonlySet<string>>;
};

/** The data that still has to be fetched. */
type Missing = {
  readonly keys: Set<string>;
  readonly near: Map<string, readonly [word: string, maxEdits: number]>;
  readonly spellings: Set<string>;
  readonly passages: Set<string>;
  readonly filters: Map<string, SearchFilters>;
};

/** One search or question: the data fetched for it, and the data it found missing since the last fetch. */
export type Lookup = { readonly pinned: Pinned; readonly missing: Missing };

/** Begins a lookup with nothing fetched. */
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

/** True when no data is missing. */
export const isComplete = ({ missing }: Lookup): boolean => {
  const { keys, near, spellings, passages, filters } = missing;
  return keys.size + near.size + spellings.size + passages.size + filters.size === 0;
};

/** Clears the notes about missing data before the next round of reading. */
export const forgetMissing = ({ missing }: Lookup): void => {
  for (const part of Object.values(missing)) part.clear();
};

/**
 * Drops words, numbers and filters looked up before the corpus changed. Postings and passages remain valid.
 */
export const forgetOutdated = ({ pinned }: Lookup, changes: number): void => {
  if (pinned.lookedUpAfter === changes) return;
  pinned.near.clear();
  pinned.spellings.clear();
  pinned.filters.clear();
  pinned.lookedUpAfter = changes;
};
