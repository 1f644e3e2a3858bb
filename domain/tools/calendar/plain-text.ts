/** Characters that some reader of iCalendar takes for a line end (RFC 5545, section 3.1; Unicode, section 5.8). */
const LINE_ENDS = /\r\n|[\r\v\f\x85\u2028\u2029]/g;
/** Control characters that iCalendar does not allow in a line. */
const CONTROLS = /[^\P{Cc}\t\n]/gu;

/**
 * Prepares a text for a calendar: lines end in `\n` alone, which iCalendar escapes, and control characters are removed,
 * so that no part of the text can be read as a separate line.
 */
export const plainText = (text: string): string =>
  text.toWellFormed().replace(LINE_ENDS, '\n').replace(CONTROLS, '').trim();

/** The same on one line, for titles and places. */
export const plainLine = (text: string): string => plainText(text).replace(/[\n\t]/g, ' ');
