/**
 * Makes text of documents, file names and servers safe for a terminal: removes control characters, which could change
 * what the terminal shows or does. Line breaks and tabs stay.
 */
export const plainText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '');

/** Like `plainText`, but on one line. */
export const plainLine = (text: string): string => plainText(text).replace(/\s+/g, ' ').trim();

/** A control character, or a complete escape sequence of `Terminal.style`. */
const STYLE_OR_CONTROL = /[^\P{Cc}\n\t](?:\[(?:1|2|22|3[1236]|39)m)?|[\u202a-\u202e\u2066-\u2069]/gu;
const ESCAPE = '\u001b';

/** Escapes a character as in JSON. */
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * Makes a complete output safe for a terminal: escapes control characters from ids or names as in JSON, so that JSON
 * output keeps its meaning. Only our own colours stay, if `keepsStyles`.
 */
export const withoutControls = (text: string, keepsStyles: boolean): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(STYLE_OR_CONTROL, (found) =>
      keepsStyles && found.startsWith(`${ESCAPE}[`) ? found : escaped(found) + found.slice(1),
    );
