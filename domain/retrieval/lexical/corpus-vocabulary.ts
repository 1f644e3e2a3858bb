import type { Dictionary } from '../../language/dictionary.ts';
import { isEnglishWord } from '../../language/terminology/is-english-word.ts';
import { wordFamiliarity } from '../../language/terminology/word-familiarity.ts';
import type { QueryVocabulary } from '../query/query-vocabulary.ts';
import type { HeldCorpus } from './held-corpus.ts';
import { rarityIn } from './score-postings.ts';

/** The vocabulary of a corpus, for reading questions; follows every put and removal. */
export const corpusVocabulary = (corpus: HeldCorpus, dictionary: Dictionary): QueryVocabulary => {
  const { numbered, numberedSections, postings, words } = corpus;
  return {
    documentFrequency: words.count,
    hasStem: (stem) => postings.liveOf(stem) > 0,
    isEnglish: (word) => isEnglishWord(word, dictionary),
    familiarityOf: (word) => wordFamiliarity(word, dictionary),
    rarityOf: (term) => rarityIn(corpus.livePassages, postings.liveOf(term)),
    wordsNear: words.near,
    filedNumber: (number) => numbered.spelled(number) ?? numberedSections.spelled(number),
    hasProtocolNumber: (number) => numbered.hasFamilyOf(number) || numberedSections.hasFamilyOf(number),
    hasProtocolSeries: (number) => numbered.hasSeriesOf(number) || numberedSections.hasSeriesOf(number),
  };
};
