import { endsWithAbbreviation } from '../../clinical-text/split-sentences.ts';
import { markAt } from './citation-marks.ts';

/** Maximum length of a unit of an answer: a sentence with its citations, a list entry or a table row. */
const longestUnit = 2400;
/** Characters of the next line that decide whether a sentence continues there. */
const lookahead = 6;
/** Limits of the text after a sentence that belongs to it: without them, each new character would rescan everything. */
const mostClosing = 40;
const mostBlanks = 80;
const mostMarks = 60;

const afterBlanks = (text: string, from: number): number => {
  let next = from;
  while (next - from < mostBlanks && (text[next] === ' ' || text[next] === '\t')) next += 1;
  return next;
};

const marker = /^[ \t]*(?:\d{1,3}|[A-Za-z]|[ivx]{1,5}|[IVX]{1,5})[.)]$/;
const closing = /["'”’)*_`]/;

/** Whether the line after a break continues the sentence; `undefined` if more text is needed to decide. */
const goesOn = (before: string, after: string, isFinal: boolean): boolean | undefined => {
  if (
    /[.:;!?|]["'”’)\]*_]*\s*$|\]\s*$/.test(before) ||
    /^\s*(?:#|\||>|```)/.test(before) ||
    before.trim() === ''
  )
    return false;
  const next = after.replace(/^[ \t]+/, '');
  if (next.startsWith('\n')) return false;
  if (next.length < lookahead && !isFinal && !next.includes('\n')) return undefined;
  if (/^(?:[-*•+>#|`]|(?:\d{1,3}|[A-Za-z]|[ivx]{1,5}|[IVX]{1,5})[.)]\s)/.test(next)) return false;
  return /^[\p{Ll}\d(<>≤≥[]/u.test(next);
};

/**
 * Returns the end of the first unit of a text, including trailing whitespace, or the position at which to resume when
 * more text has arrived. Independent of where a stream was cut.
 *
 * @param from where to resume; the text before it has been scanned
 * @param isFinal whether nothing more comes
 */
export const unitEnd = (
  text: string,
  from: number,
  isFinal: boolean,
): { readonly end: number } | { readonly resume: number } => {
  // Cells may contain sentences, so a row ends with its line.
  const isRow = /^\s*\|/.test(text);
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (at >= longestUnit && (/\s/.test(character) || at >= longestUnit + 200)) return { end: at + 1 };
    if (character === '\n') {
      const isJoined = goesOn(text.slice(0, at), text.slice(at + 1, at + 1 + 40), isFinal);
      if (isJoined === undefined) return { resume: at };
      if (!isJoined) return { end: at + 1 };
      continue;
    }
    if (isRow || (character !== '.' && character !== '!' && character !== '?')) continue;
    // "0.3": a decimal point.
    let after = at + 1;
    while (after - at <= mostClosing && closing.test(text[after] ?? '')) after += 1;
    let end = after;
    let hasMarks = false;
    for (let marks = 0; marks < mostMarks; marks += 1) {
      const next = afterBlanks(text, end);
      if (next >= text.length && !isFinal) return { resume: at };
      if (text[next] !== '[') break;
      const mark = markAt(text, next);
      if (mark === 'open' && !isFinal) return { resume: at };
      if (mark === undefined || mark === 'open') break;
      end = mark.end;
      hasMarks = true;
    }
    if (after >= text.length && !isFinal) return { resume: at };
    const isAtBlank = end >= text.length || /\s/.test(text[end] ?? '') || hasMarks;
    if (!isAtBlank) continue;
    const next = afterBlanks(text, end);
    if (next >= text.length && !isFinal) return { resume: at };
    // A line break is judged at its own position.
    if (text[next] === '\n' && !hasMarks) continue;
    if (
      character === '.' &&
      !hasMarks &&
      (endsWithAbbreviation(text, at, 0) || marker.test(text.slice(0, at + 1)))
    )
      continue;
    if (/^\p{Ll}/u.test(text.slice(next, next + 2)) && character === '.' && !hasMarks) continue;
    if (text[next] === '.' || text[next] === ',') continue;
    return { end: text[next] === '\n' ? end : next };
  }
  return isFinal && text.length > 0 ? { end: text.length } : { resume: text.length };
};
