/** Words that people and models write for an unknown value. */
const unknownWords = new Set(['', '?', 'unknown', 'not known', 'n/a', 'na', 'null', 'none', 'undefined']);

const isUnknown = (input: unknown): boolean =>
  input === null || (typeof input === 'string' && unknownWords.has(input.trim().toLowerCase()));

/**
 * The error of a value, worded to follow the name of its parameter, and what to enter instead. It never repeats the
 * value, which is the patient's. Unknown values get a separate message: counting them as "no" would make the score
 * look lower than it is.
 */
export const refusalOf = (input: unknown, wanted: string, otherwise = `must be ${wanted}`): string => {
  if (input === undefined) return `is missing: ${wanted}`;
  if (isUnknown(input)) return `is unknown, and an unknown value cannot be counted: find it out, ${wanted}`;
  return otherwise;
};
