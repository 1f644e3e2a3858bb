import { latinLookAlikes } from './look-alikes.ts';

const latin = /[a-z]/i;

/**
 * A word of two scripts by its Latin form: with a Latin letter for each Cyrillic or Greek one that looks like it. A word
 * of one script, or one with letters that look like none, is returned as it is.
 */
export const latinFormOf = (word: string): string => {
  if (!latin.test(word)) return word;
  let form = '';
  for (const letter of word) {
    const latinLetter = latin.test(letter) ? letter : latinLookAlikes.get(letter);
    if (latinLetter === undefined) return word;
    form += latinLetter;
  }
  return form;
};
