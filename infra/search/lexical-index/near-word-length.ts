/**
 * Longest word that a correction can produce: `spelling.ts` corrects words of up to 24 letters, by two edits.
 */
export const MAX_NEAR_WORD_LENGTH = 26;
