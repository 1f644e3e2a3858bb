/** Characters of a question that are read; what comes after is no longer a question. */
export const MAX_QUERY_LENGTH = 1000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g;

/**
 * The part of a question that is read, without control characters and superfluous blanks. Capitals stay, because they
 * carry meaning ("IN" is not "in"): questions that are equal after this are understood in the same way.
 */
export const normalizeQuery = (query: string): string =>
  query.slice(0, MAX_QUERY_LENGTH).toWellFormed().replace(controlCharacters, ' ').replace(/\s+/g, ' ').trim();
