/** Control characters, invisible format characters, direction controls and private-use characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}]+/gu;
const blanks = /\s+/g;

/**
 * Converts external text to one fully visible line: without control characters, invisible ones and direction
 * controls. At most `max` characters, cut between words if possible.
 */
export const externalText = (text: string, max: number): string => {
  // Twice as much suffices to fill `max` after spaces are collapsed, and bounds the work.
  const clean = text
    .slice(0, max * 2)
    .toWellFormed()
    .replace(unseen, ' ')
    .replace(blanks, ' ')
    .trim();
  if (clean.length <= max) return clean;
  const cut = clean.slice(0, max - 1);
  const word = cut.lastIndexOf(' ');
  return `${(word > max / 2 ? cut.slice(0, word) : cut.toWellFormed()).trimEnd()}…`;
};
