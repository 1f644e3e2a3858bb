/** What people and models write who do not know a value. */
const unknownWords = new Set(['', '?', 'unknown', 'not known', 'n/a', 'na', 'null', 'none', 'undefined']);

const isUnknown = (input: unknown): boolean =>
  input === null || (typeof input === 'string' && unknownWords.has(input.trim().toLowerCase()));

/**
 * What is wrong with a value, going on after the name of its parameter, and what is asked for instead. It never repeats
 * the value, which is the patient's. The unknown is kept apart: counting it as "no" would make the score look lower
 * than it is.
 */
export const refusalOf = (input: unknown, wanted: string, otherwise = `must be ${wanted}`): string => {
  if (input === undefined) return `is missing: ${wanted}`;
  if (isUnknown(input)) return `is unknown, and what is unknown counts as nothing here: find out, ${wanted}`;
  return otherwise;
};
