import { type Dictionary, noDictionary } from '../../language/dictionary.ts';
import { abbreviations } from '../../language/terminology/abbreviations.ts';
import { concepts } from '../../language/terminology/concepts.ts';
import { drugNames } from '../../language/terminology/drug-names.ts';
import { isEnglishWord } from '../../language/terminology/is-english-word.ts';
import { ordinaryWordFilter } from './filters.generated.ts';
import { readFilter } from './word-filter.ts';

/** The words of the terminology, many of which dictionaries of general English lack. */
const terms: ReadonlySet<string> = new Set(
  concepts.flatMap(({ name, also }) =>
    [name, ...also].flatMap((term) => term.toLowerCase().split(/[^\p{L}]+/u)),
  ),
);

/** True when the terminology contains a lower-case word: as a drug, an abbreviation, or part of a term. */
export const isTermOfMedicine = (word: string): boolean =>
  terms.has(word) || abbreviations.has(word) || drugNames.has(word);

const english: Dictionary = { ...noDictionary, ...readFilter(ordinaryWordFilter) };

/** True when a word, in lower case and without accents, is English or medical exactly as written. */
export const isOrdinaryWord = (word: string): boolean => english.has(word) || isTermOfMedicine(word);

/** Like `isOrdinaryWord`, but also accepts inflected forms, which would make "barbier" a form of "barby". */
export const isInflectedWord = (word: string): boolean => isEnglishWord(word, english);
