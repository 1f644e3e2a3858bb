import { type Dictionary, noDictionary } from '../../language/dictionary.ts';
import { abbreviations } from '../../language/terminology/abbreviations.ts';
import { concepts } from '../../language/terminology/concepts.ts';
import { drugNames } from '../../language/terminology/drug-names.ts';
import { isEnglishWord } from '../../language/terminology/is-english-word.ts';
import { ordinaryWordFilter } from './filters.generated.ts';
import { readFilter } from './word-filter.ts';

/** The words that the terminology uses: dictionaries of general English lack many of them. */
const terms: ReadonlySet<string> = new Set(
  concepts.flatMap(({ name, also }) =>
    [name, ...also].flatMap((term) => term.toLowerCase().split(/[^\p{L}]+/u)),
  ),
);

/** Whether the terminology knows a word, in lower case: as a drug, an abbreviation, or part of a term. */
export const isTermOfMedicine = (word: string): boolean =>
  terms.has(word) || abbreviations.has(word) || drugNames.has(word);

const english: Dictionary = { ...noDictionary, ...readFilter(ordinaryWordFilter) };

/** Whether a word, in lower case and without accents, is one of English or of medicine as written. */
export const isOrdinaryWord = (word: string): boolean => english.has(word) || isTermOfMedicine(word);

/** The same, also for what may be an inflected form: "barbier" would be one of "barby". */
export const isInflectedWord = (word: string): boolean => isEnglishWord(word, english);
