/** The most characters of a question that are read; longer text is not a question. */
export const MAX_QUERY_LENGTH = 1000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g;

/**
 * Returns the part of a question that is read, without control characters and superfluous spaces. Capitals stay,
 * because they carry meaning ("IN" is not "in"). Questions that are equal after this have the same interpretation.
 */
export const normalizeQuery = (query: string): string =>
  query.slice(0, MAX_QUERY_LENGTH).toWellFormed().replace(controlCharacters, ' ').replace(/\s+/g, ' ').trim();
