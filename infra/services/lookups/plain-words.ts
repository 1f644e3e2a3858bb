/** Every sign except those within words. Operators are capitalized words or such signs. */
const signs = /[^\p{L}\p{M}\p{N}.'’-]+/gu;
/**
 * Signs that could be operators at the edge of a word: a minus that excludes, a stray full stop or
 * apostrophe.
 */
const edges = /^[.'’-]+|(?<![.'’-])[.'’-]+$/g;

/**
 * Reduces a text to words that no query language interprets: in lower case, without signs except within words
 * (`beta-blocker`, `crohn's`, `e11.9`).
 *
 * @param most limit on the words
 */
export const plainWords = (text: string, most: number): string =>
  text
    .toLowerCase()
    .normalize('NFC')
    .replace(signs, ' ')
    .split(' ')
    .map((word) => word.replace(edges, ''))
    .filter((word) => word !== '')
    .slice(0, most)
    .join(' ');
