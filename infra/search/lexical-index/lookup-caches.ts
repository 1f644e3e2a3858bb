import { LRUCache } from 'lru-cache';
import type { NearWord } from '../../../domain/language/near-words.ts';
import type { Passage } from '../../../domain/retrieval/passage.ts';
import type { KeyPostings, Spellings } from './lookup.ts';

/**
 * A posting takes eight bytes of memory: room for the commonest terms of 1,000,000 passages, which dominate
 * slow searches.
 */
const POSTING_BYTES = 256 * 1024 * 1024;
/** Cached characters of passages: about 20,000 passages, 50 MB. */
const PASSAGE_CHARACTERS = 24_000_000;
/** Cached characters of whole documents, the same limit as an answer-composing thread. */
const DOCUMENT_CHARACTERS = 24_000_000;
const CHARACTERS_BESIDE_TEXT = 500;
/** Cached lookups of similar words and of number spellings. */
const LOOKUPS_KEPT = 500;
const FILTERS_KEPT = 20;

/** Data fetched from the tables of one generation and cached between searches. */
export type LookupCaches = {
  readonly postings: LRUCache<string, KeyPostings>;
  readonly passages: LRUCache<string, Passage>;
  readonly documents: LRUCache<string, readonly Passage[]>;
  readonly near: LRUCache<string, readonly NearWord[]>;
  readonly spellings: LRUCache<string, Spellings>;
  /** Documents that pass filters, by the serialized filters. */
  readonly filters: LRUCache<string, ReadonlySet<string>>;
  /**
   * Counts the changes of the corpus. A lookup during which it changes may miss new content and is repeated.
   */
  readonly changes: () => number;
  /** Clears words, spellings and filters, which any change may invalidate. */
  readonly noteChange: () => void;
  /** Clears everything that contains text or words of documents whose key was destroyed. */
  readonly forgetTexts: () => void;
};

const bytesOf = ({ lists }: KeyPostings): number =>
  lists.values().reduce((sum, { length }) => sum + 8 * length + 200, 200);

/** Creates empty caches that hold at most `postingBytes` bytes of postings. */
export const createLookupCaches = (postingBytes = POSTING_BYTES): LookupCaches => {
  const postings = new LRUCache<string, KeyPostings>({ maxSize: postingBytes, sizeCalculation: bytesOf });
  const passages = new LRUCache<string, Passage>({
    maxSize: PASSAGE_CHARACTERS,
    sizeCalculation: ({ text }) => text.length + CHARACTERS_BESIDE_TEXT,
  });
  const documents = new LRUCache<string, readonly Passage[]>({
    maxSize: DOCUMENT_CHARACTERS,
    sizeCalculation: (all) => all.reduce((sum, { text }) => sum + text.length + CHARACTERS_BESIDE_TEXT, 1),
  });
  const near = new LRUCache<string, readonly NearWord[]>({ max: LOOKUPS_KEPT });
  const spellings = new LRUCache<string, Spellings>({ max: LOOKUPS_KEPT });
  const filters = new LRUCache<string, ReadonlySet<string>>({ max: FILTERS_KEPT });
  let changes = 0;
  return {
    postings,
    passages,
    documents,
    near,
    spellings,
    filters,
    changes: () => changes,
    noteChange: () => {
      changes += 1;
      near.clear();
      spellings.clear();
      filters.clear();
    },
    forgetTexts: () => {
      postings.clear();
      passages.clear();
      documents.clear();
    },
  };
};
