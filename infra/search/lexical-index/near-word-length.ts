/** Letters of the longest word that another can be corrected to: `spelling.ts` corrects up to 24, by two edits. */
export const MAX_NEAR_WORD_LENGTH = 26;
