import { LRUCache } from 'lru-cache';
import type { NearWord } from '../../../domain/language/near-words.ts';
import type { Passage } from '../../../domain/retrieval/passage.ts';
import type { KeyPostings, Spellings } from './lookup.ts';

/** Postings are eight bytes each in memory: those of the commonest terms of 1,000,000 passages, by which most searches are slow. */
const POSTING_BYTES = 256 * 1024 * 1024;
/** Characters of passages that are kept: about 20,000 passages, 50 MB. */
const PASSAGE_CHARACTERS = 24_000_000;
/** Characters of whole documents that are kept: as many as a thread that composes answers keeps. */
const DOCUMENT_CHARACTERS = 24_000_000;
const CHARACTERS_BESIDE_TEXT = 500;
/** Look-ups that are kept of words near others, and of spellings of numbers. */
const LOOKUPS_KEPT = 500;
const FILTERS_KEPT = 20;

/** What was fetched from the tables of one generation and is kept between searches, as far as there is room. */
export type LookupCaches = {
  readonly postings: LRUCache<string, KeyPostings>;
  readonly passages: LRUCache<string, Passage>;
  readonly documents: LRUCache<string, readonly Passage[]>;
  readonly near: LRUCache<string, readonly NearWord[]>;
  readonly spellings: LRUCache<string, Spellings>;
  /** Documents that pass filters, by the name of the filters. */
  readonly filters: LRUCache<string, ReadonlySet<string>>;
  /** Counts the changes of the corpus: a look-up that was under way meanwhile may lack what is new, and is repeated. */
  readonly changes: () => number;
  /** Forgets words, spellings and filters, which hold only while nothing changes. */
  readonly noteChange: () => void;
  /** Forgets everything that holds text or words of documents whose key has been destroyed. */
  readonly forgetTexts: () => void;
};

const bytesOf = ({ lists }: KeyPostings): number =>
  lists.values().reduce((sum, { length }) => sum + 8 * length + 200, 200);

/** Empty caches; `postingBytes` is the room for postings. */
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
