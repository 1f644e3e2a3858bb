import type { Passage } from '../passage.ts';
import { createWordCounts, type WordCounts } from '../query/word-counts.ts';
import { createProtocolNumberIndex, type ProtocolNumberIndex } from './protocol-number-index.ts';
import type { CorpusStatistics } from './score-postings.ts';
import { createTermPostings, type TermPostings } from './term-postings.ts';

/** A document that can be found. */
export type DocumentEntry = {
  readonly docKey: string;
  /** Position in the scratch arrays of a search. */
  readonly ordinal: number;
  readonly slots: readonly number[];
  readonly numbers: readonly string[];
  /** As they were given. */
  readonly passages: readonly Passage[];
};

/** Documents held in memory: their passages by slots, the documents by ordinals. */
export type HeldCorpus = {
  readonly postings: TermPostings;
  /** By document key. */
  readonly documents: Map<string, DocumentEntry>;
  /** By chunk id. */
  readonly slotOf: Map<string, number>;
  /** Document keys by the numbers of documents. */
  readonly numbered: ProtocolNumberIndex;
  /** Chunk ids by the numbers of headings. */
  readonly numberedSections: ProtocolNumberIndex;
  readonly words: WordCounts;
  /** By slot; nothing where a passage was removed, or cannot be found yet. */
  passages: (Passage | undefined)[];
  /** By ordinal. */
  entries: (DocumentEntry | undefined)[];
  /** Terms in the text of each passage, by slot. */
  lengths: Uint32Array;
  /** The ordinal of the document of each passage, by slot. */
  owners: Uint32Array;
  /** Terms in the texts of all passages that can be found. */
  totalLength: number;
  /** Passages that can be found. */
  livePassages: number;
};

/**
 * A corpus of no documents.
 *
 * @param isPartOfCorpus whether other documents are held elsewhere: then words of one passage are near others too
 * @param seed of the tables of terms, see `term-numbers.ts`
 */
export const emptyCorpus = (isPartOfCorpus: boolean, seed?: number): HeldCorpus => ({
  postings: createTermPostings(seed),
  documents: new Map(),
  slotOf: new Map(),
  numbered: createProtocolNumberIndex(),
  numberedSections: createProtocolNumberIndex(),
  words: createWordCounts(isPartOfCorpus ? 1 : undefined, seed),
  passages: [],
  entries: [],
  lengths: new Uint32Array(1024),
  owners: new Uint32Array(1024),
  totalLength: 0,
  livePassages: 0,
});

/** What scores of the documents held depend on, where they are all of the corpus. */
export const statisticsOf = ({ postings, livePassages, totalLength }: HeldCorpus): CorpusStatistics => ({
  passages: livePassages,
  totalLength,
  frequencyOf: (term) => postings.liveOf(term),
});
