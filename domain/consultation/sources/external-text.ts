/** Control characters, formats that are not seen or turn the direction of reading, and private ones. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}]+/gu;
const blanks = /\s+/g;

/**
 * A text from outside as one line that shows all it holds: without control characters, invisible ones and those that
 * turn the direction of reading. At most `max` characters, cut between words where there are any.
 */
export const externalText = (text: string, max: number): string => {
  // Twice as much is enough to fill `max` after blanks are joined, and bounds the work.
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
