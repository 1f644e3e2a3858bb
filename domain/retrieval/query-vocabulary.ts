import type { NearWord } from './near-words.ts';

/** What an index knows about the words of its corpus, for typo correction and protocol numbers. */
export type QueryVocabulary = {
  /** In how many passages a word (lower case, as written, not stemmed) occurs; 0 when in none. */
  readonly documentFrequency: (word: string) => number;
  /** Whether a word with this stem occurs anywhere. */
  readonly hasStem: (stem: string) => boolean;
  /** Words of at least two passages with the same first letter, within so many single-letter slips. */
  readonly wordsNear: (word: string, mostSlips: number) => readonly NearWord[];
  /** How a protocol number that documents or their headings bear is spelled there; however it is written here. */
  readonly filedNumber: (number: string) => string | undefined;
  /** Whether a document or heading bears this number or one of its family (`834` for `834.1`). */
  readonly hasProtocolNumber: (number: string) => boolean;
};

/** A vocabulary that knows nothing: corrections then come from the curated lists alone. */
export const emptyVocabulary: QueryVocabulary = {
  documentFrequency: () => 0,
  hasStem: () => false,
  wordsNear: () => [],
  filedNumber: () => undefined,
  hasProtocolNumber: () => false,
};
