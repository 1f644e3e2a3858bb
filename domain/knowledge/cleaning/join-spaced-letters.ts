/** The fewest letters of a joined word: `A B C D` may be the heads of four columns. */
const minLetters = 5;
const spacedWord = String.raw`\p{Lu}(?: \p{Lu})+`;
/** A whole line of single capitals; words stand further apart than letters. */
const spacedLine = new RegExp(
  String.raw`^(\s*(?:#{1,6} )?)(${spacedWord}(?: {2,}${spacedWord})*)((?:\s*:)?\s*)$`,
  'u',
);
/** The longest line examined; a heading is shorter. */
const maxLineLength = 300;

/** `A B C D E` names things in order: columns, choices, the steps of a survey. */
const isAlphabetical = (letters: string): boolean =>
  [...letters].every((letter, index) => index === 0 || letter > letters.charAt(index - 1));

/**
 * Joins a heading that was set with spaces between its letters (`T R A U M A` → `TRAUMA`). Only a line of single
 * capitals is touched, so no number and no sentence is.
 */
export const joinSpacedLetters = (line: string): string => {
  const match = line.length > maxLineLength ? null : spacedLine.exec(line);
  if (match === null) return line;
  const [, before = '', spaced = '', after = ''] = match;
  const words = spaced.split(/ {2,}/).map((word) => word.replaceAll(' ', ''));
  const isWord = (letters: string): boolean => !isAlphabetical(letters) && /[AEIOUY]/.test(letters);
  const letterCount = words.reduce((sum, { length }) => sum + length, 0);
  return letterCount >= minLetters && words.every(isWord) ? before + words.join(' ') + after : line;
};
