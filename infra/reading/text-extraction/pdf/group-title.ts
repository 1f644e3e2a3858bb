import { statesPopulation } from '../../../../domain/knowledge/chunking/states-population.ts';

/** Longest title of a group of rows, in characters. */
const maxLength = 80;

export const isInCapitals = (text: string): boolean => /\p{Lu}{4}/u.test(text) && !/[\p{Ll}\d]/u.test(text);

/**
 * True when words alone on a line may be the title of the rows below: a patient population or capitals, not a
 * sentence.
 */
export const mayBeGroupTitle = (text: string): boolean =>
  text.length <= maxLength &&
  /^[^\p{L}]*\p{Lu}|^\d/u.test(text) &&
  !/[.;,]$/.test(text) &&
  (statesPopulation(text) || isInCapitals(text));
