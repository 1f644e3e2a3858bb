/** What ends a line for one reader of iCalendar or another (RFC 5545, section 3.1; Unicode, section 5.8). */
const LINE_ENDS = /\r\n|[\r\v\f\x85\u2028\u2029]/g;
/** Controls that no line of iCalendar may hold. */
const CONTROLS = /[^\P{Cc}\t\n]/gu;

/**
 * A text as a calendar can hold it: lines end with `\n` alone, which is written as `\n` in two characters there, and
 * controls are left out, so that nothing of it can be read as a separate line.
 */
export const plainText = (text: string): string =>
  text.toWellFormed().replace(LINE_ENDS, '\n').replace(CONTROLS, '').trim();

/** The same on one line, for titles and places. */
export const plainLine = (text: string): string => plainText(text).replace(/[\n\t]/g, ' ');
