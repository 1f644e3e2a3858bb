import { type Dictionary, type Familiarity, noDictionary } from '../../language/dictionary.ts';
import type { NearWord } from '../../language/near-words.ts';
import { isEnglishWord } from '../../language/terminology/is-english-word.ts';
import { wordFamiliarity } from '../../language/terminology/word-familiarity.ts';

/** The vocabulary of a corpus, for spelling correction and protocol numbers. */
export type QueryVocabulary = {
  /** The number of passages with a word (lower case, as written, not stemmed). */
  readonly documentFrequency: (word: string) => number;
  /** True when a word with this stem occurs anywhere. */
  readonly hasStem: (stem: string) => boolean;
  /** True when a word is English as written, of general or medical use, inflected or not. */
  readonly isEnglish: (word: string) => boolean;
  /** The familiarity of a word to the general public, inflected or not. */
  readonly familiarityOf: (word: string) => Familiarity;
  /**
   * The rarity of a term of the lexical index, from 0 (in every passage) to 1 (in none): its inverse document frequency
   * relative to the maximum.
   */
  readonly rarityOf: (term: string) => number;
  /** Words of at least two passages with the same first letter, within this many single-letter edits. */
  readonly wordsNear: (word: string, maxEdits: number) => readonly NearWord[];
  /** The filed spelling of a protocol number that documents or their headings bear, in any spelling. */
  readonly filedNumber: (number: string) => string | undefined;
  /** True when a document or heading bears this number or one of its family (`834` for `834.1`). */
  readonly hasProtocolNumber: (number: string) => boolean;
  /** True when one bears a number of the same series (`RES-02` for `RES-09`, `4.2.1` for `4.2.7`). */
  readonly hasProtocolSeries: (number: string) => boolean;
};

/** The vocabulary without a corpus: corrections come from the curated lists only. */
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
