import { frameWords } from './ordinary-words.ts';

/** Letters of a word, and what may come between words without saying anything. */
const letter = /[\p{L}\p{M}'’]/u;
const between = /[ \t,;"“”*_–—-]/;

/**
 * The beginning of a sentence that says nothing yet, so that it may be shown before the sentence is there: whole words
 * that make up sentences about anything, up to the first that may be of a claim.
 *
 * @returns its length; more text never makes it shorter
 */
export const neutralOpening = (unit: string): number => {
  let shown = 0;
  let at = 0;
  while (at < unit.length) {
    const character = unit[at] ?? '';
    if (between.test(character) || (character === '\n' && unit.slice(0, at).trim() === '')) {
      at += 1;
      shown = at;
      continue;
    }
    if (!letter.test(character)) return shown;
    let end = at + 1;
    while (end < unit.length && letter.test(unit[end] ?? '')) end += 1;
    // The word may go on in the next piece.
    if (end >= unit.length || !between.test(unit[end] ?? '') || unit[end] === '-') return shown;
    if (!frameWords.has(unit.slice(at, end).toLowerCase())) return shown;
    at = end;
    shown = end;
  }
  return shown;
};
