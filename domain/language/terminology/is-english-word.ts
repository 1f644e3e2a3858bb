import type { Dictionary } from '../dictionary.ts';
import { clinicalWordRows } from './tables.generated.ts';

const endings: readonly (readonly [ending: string, ...replacements: readonly string[]])[] = [
  ['s', ''],
  ['es', ''],
  ['ies', 'y'],
  ['d', ''],
  ['ed', ''],
  ['ied', 'y'],
  ['ing', '', 'e'],
  ['ly', ''],
  ['ily', 'y'],
  ['er', '', 'e'],
  ['ers', '', 'e'],
  ['ier', 'y'],
  ['est', '', 'e'],
  ['iest', 'y'],
  ['ness', ''],
  ['iness', 'y'],
];

const doubledLetter = /^(.*([bdfgklmnprtz]))\2(?:ed|ing|er|ers|est)$/;

/** What a word may be a regular inflection of. */
const simplerForms = (word: string): readonly string[] => {
  const forms = endings.flatMap(([ending, ...replacements]) =>
    word.endsWith(ending)
      ? replacements.map((replacement) => `${word.slice(0, -ending.length)}${replacement}`)
      : [],
  );
  const undoubled = doubledLetter.exec(word)?.[1];
  return undoubled === undefined ? forms : [...forms, undoubled];
};

const wordsOfMedicine: ReadonlySet<string> = new Set(clinicalWordRows);

/**
 * Whether a word is English as it stands, of general use or of medicine, in US or UK spelling, inflected or not. What
 * is a word is not a misspelling of another.
 *
 * @param word lower case
 */
export const isEnglishWord = (word: string, dictionary: Dictionary): boolean => {
  const isKnown = (form: string): boolean => wordsOfMedicine.has(form) || dictionary.has(form);
  return isKnown(word) || simplerForms(word).some((form) => form.length >= 3 && isKnown(form));
};
