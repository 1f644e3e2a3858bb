import { baseForms } from '../base-forms.ts';
import type { Dictionary, Familiarity } from '../dictionary.ts';
import { commonWords } from './common-words.ts';

/**
 * The familiarity of a word or of its base form: "stuck" and "yesterday" belong to a story, "fistula" to its medical
 * subject.
 *
 * @param word lower case
 */
export const wordFamiliarity = (word: string, dictionary: Dictionary): Familiarity => {
  if (commonWords.has(word)) return 'everyday';
  const known = [word, ...baseForms(word)].map((form) => dictionary.familiarityOf(form));
  if (known.includes('everyday')) return 'everyday';
  return known.includes('common') ? 'common' : 'rare';
};
