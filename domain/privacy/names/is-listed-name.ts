import { givenNames, surnames } from '../common-names.ts';

/** Whether a list has this word, in any case, as the name of a person. */
export const isListedName = (word: string): boolean =>
  givenNames.has(word.toLowerCase()) || surnames.has(word.toLowerCase());
