import { baseForms } from '../base-forms.ts';
import type { Dictionary } from '../dictionary.ts';
import { clinicalWordRows } from './tables.generated.ts';

const wordsOfMedicine: ReadonlySet<string> = new Set(clinicalWordRows);

/**
 * True when a word is English as written, of general or medical use, in US or UK spelling, inflected or not. Such a
 * word is not a misspelling of another.
 *
 * @param word lower case
 */
export const isEnglishWord = (word: string, dictionary: Dictionary): boolean => {
  const isKnown = (form: string): boolean => wordsOfMedicine.has(form) || dictionary.has(form);
  return isKnown(word) || baseForms(word).some((form) => form.length >= 3 && isKnown(form));
};
