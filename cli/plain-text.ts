/**
 * Text of documents, file names and servers as a terminal may get it: without control characters, which could
 * change what the terminal shows or does. Line breaks and tabs stay.
 */
export const plainText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '');

/** The same on one line. */
export const plainLine = (text: string): string => plainText(text).replace(/\s+/g, ' ').trim();

/** A control character, with what follows it where it is one of the colours of `Terminal.style`. */
const STYLE_OR_CONTROL = /[^\P{Cc}\n\t](?:\[(?:1|2|22|3[1236]|39)m)?|[\u202a-\u202e\u2066-\u2069]/gu;
const ESCAPE = '\u001b';

/** As JSON writes it. */
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * A whole text of ours as a terminal may get it: a control character that came with an id or a name is written as JSON
 * writes it, so that output in JSON still says the same. Only our own colours stay, where there are colours.
 */
export const withoutControls = (text: string, keepsStyles: boolean): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(STYLE_OR_CONTROL, (found) =>
      keepsStyles && found.startsWith(`${ESCAPE}[`) ? found : escaped(found) + found.slice(1),
    );
