/**
 * Text of documents, file names and servers as a terminal may get it: without control characters, which could
 * change what the terminal shows or does. Line breaks and tabs stay.
 */
export const plainText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '');

/** The same on one line. */
export const plainLine = (text: string): string => plainText(text).replace(/\s+/g, ' ').trim();
