import type { Passage } from '../passage.ts';
import { createWordCounts, type WordCounts } from '../query/word-counts.ts';
import { createProtocolNumberIndex, type ProtocolNumberIndex } from './protocol-number-index.ts';
import type { CorpusStatistics } from './score-postings.ts';
import { createTermPostings, type TermPostings } from './term-postings.ts';

/** A published document. */
export type DocumentEntry = {
  readonly docKey: string;
  /** Position in the scratch arrays of a search. */
  readonly ordinal: number;
  readonly slots: readonly number[];
  readonly numbers: readonly string[];
  /** As given. */
  readonly passages: readonly Passage[];
};

/** Documents held in memory: passages by slot, documents by ordinal. */
export type HeldCorpus = {
  readonly postings: TermPostings;
  /** By document key. */
  readonly documents: Map<string, DocumentEntry>;
  /** By chunk id. */
  readonly slotOf: Map<string, number>;
  /** Document keys by document number. */
  readonly numbered: ProtocolNumberIndex;
  /** Chunk ids by heading number. */
  readonly numberedSections: ProtocolNumberIndex;
  readonly words: WordCounts;
  /** By slot; undefined where a passage was removed or is not published yet. */
  passages: (Passage | undefined)[];
  /** By ordinal. */
  entries: (DocumentEntry | undefined)[];
  /** Terms in the text of each passage, by slot. */
  lengths: Uint32Array;
  /** The ordinal of each passage's document, by slot. */
  owners: Uint32Array;
  /** Terms in the texts of all published passages. */
  totalLength: number;
  /** The number of published passages. */
  livePassages: number;
};

/**
 * An empty corpus.
 *
 * @param isPartOfCorpus true when other documents are held elsewhere: then words of one passage are also near matches
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

/** The statistics for scoring, when the held documents are the whole corpus. */
export const statisticsOf = ({ postings, livePassages, totalLength }: HeldCorpus): CorpusStatistics => ({
  passages: livePassages,
  totalLength,
  frequencyOf: (term) => postings.liveOf(term),
});
