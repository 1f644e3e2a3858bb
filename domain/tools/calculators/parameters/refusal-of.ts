/** What people and models write for a value that they do not know. */
const unknownWords = new Set(['', '?', 'unknown', 'not known', 'n/a', 'na', 'null', 'none', 'undefined']);

const isUnknown = (input: unknown): boolean =>
  input === null || (typeof input === 'string' && unknownWords.has(input.trim().toLowerCase()));

/**
 * The error in a value, to follow the name of its parameter, and what to give instead. It never repeats the value, which
 * is the patient's. Unknown values have their own message: counting them as "no" would make the score look lower than
 * it is.
 */
export const refusalOf = (input: unknown, wanted: string, otherwise = `must be ${wanted}`): string => {
  if (input === undefined) return `is missing: ${wanted}`;
  if (isUnknown(input)) return `is unknown, and an unknown value cannot be counted: find it out, ${wanted}`;
  return otherwise;
};
