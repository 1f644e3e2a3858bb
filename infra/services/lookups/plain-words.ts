/** Operators are read in capitals alone, and by these signs; letters, numbers and what joins them stay. */
const signs = /[^\p{L}\p{M}\p{N}.'’-]+/gu;
/** What would be an operator at an end of a word: a minus that excludes, a full stop or apostrophe of no word. */
const edges = /^[.'’-]+|(?<![.'’-])[.'’-]+$/g;

/**
 * A text as words that no query language reads anything else into: in small letters, without any sign but those within
 * words (`beta-blocker`, `crohn's`, `e11.9`).
 *
 * @param most words that are kept
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
