import { latinLookAlikes } from './look-alikes.ts';

const latin = /[a-z]/i;

/**
 * The Latin form of a word in mixed scripts: each Cyrillic or Greek letter that looks like a Latin one is replaced by
 * it. A word in one script, or with letters that have no Latin look-alike, is returned unchanged.
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
