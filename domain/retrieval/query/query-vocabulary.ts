import { type Dictionary, type Familiarity, noDictionary } from '../../language/dictionary.ts';
import type { NearWord } from '../../language/near-words.ts';
import { isEnglishWord } from '../../language/terminology/is-english-word.ts';
import { wordFamiliarity } from '../../language/terminology/word-familiarity.ts';

/** What an index knows about the words of its corpus, for typo correction and protocol numbers. */
export type QueryVocabulary = {
  /** In how many passages a word (lower case, as written, not stemmed) occurs; 0 when in none. */
  readonly documentFrequency: (word: string) => number;
  /** Whether a word with this stem occurs anywhere. */
  readonly hasStem: (stem: string) => boolean;
  /** Whether a word is English as written, of general use or of medicine, inflected or not. */
  readonly isEnglish: (word: string) => boolean;
  /** How familiar a word is to everybody, inflected or not. */
  readonly familiarityOf: (word: string) => Familiarity;
  /**
   * How rare a term of the lexical index is, from 0 (in every passage) to 1 (in none): its inverse document frequency
   * as a share of the greatest that there can be.
   */
  readonly rarityOf: (term: string) => number;
  /** Words of at least two passages with the same first letter, within this many single-letter edits. */
  readonly wordsNear: (word: string, maxEdits: number) => readonly NearWord[];
  /** How a protocol number that documents or their headings bear is spelled there; however it is written here. */
  readonly filedNumber: (number: string) => string | undefined;
  /** Whether a document or heading bears this number or one of its family (`834` for `834.1`). */
  readonly hasProtocolNumber: (number: string) => boolean;
  /** Whether one bears a number of the same series (`RES-02` for `RES-09`, `4.2.1` for `4.2.7`). */
  readonly hasProtocolSeries: (number: string) => boolean;
};

/** The vocabulary of no corpus: corrections then come from the curated lists alone. */
export const vocabularyWithoutCorpus = (dictionary: Dictionary = noDictionary): QueryVocabulary => ({
  documentFrequency: () => 0,
  hasStem: () => false,
  isEnglish: (word) => isEnglishWord(word, dictionary),
  familiarityOf: (word) => wordFamiliarity(word, dictionary),
  rarityOf: () => 1,
  wordsNear: () => [],
  filedNumber: () => undefined,
  hasProtocolNumber: () => false,
  hasProtocolSeries: () => false,
});
