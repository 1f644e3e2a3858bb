import { codePoint } from 'dingbat-to-unicode';

/** Fonts whose glyphs are not the encoded letters, by their names in lower case. */
const symbolFonts: ReadonlyMap<string, string> = new Map([
  ['symbol', 'Symbol'],
  ['wingdings', 'Wingdings'],
  ['wingdings 2', 'Wingdings 2'],
  ['wingdings 3', 'Wingdings 3'],
  ['webdings', 'Webdings'],
]);

/** Replaces a character that is printed but unknown. */
const unknown = '\uFFFD';

/** Returns the character of a symbol font at a code, which Word may write in the private range U+F000 to U+F0FF. */
const characterAt = (font: string, code: number): string => {
  const own = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  if (own > 0xff) return String.fromCodePoint(code);
  const found = codePoint(font, own)?.string;
  return found === undefined || /\p{Co}/u.test(found) ? unknown : found;
};

/** Returns the printed characters for a text in a font. Only symbol fonts change them. */
export const decodeSymbolFont = (font: string | undefined, text: string): string => {
  const table = symbolFonts.get((font ?? '').trim().toLowerCase());
  if (table === undefined) return text;
  return [...text]
    .map((character) =>
      /\s/.test(character) ? character : characterAt(table, character.codePointAt(0) ?? 0),
    )
    .join('');
};

/** Returns the printed character for a font and a hexadecimal code. */
export const symbolText = (font: string | undefined, hexadecimal: string | undefined): string => {
  const code = /^[0-9a-f]{1,6}$/i.test(hexadecimal ?? '') ? Number.parseInt(hexadecimal ?? '', 16) : 0;
  if (code === 0 || code > 0x10ffff) return unknown;
  const text = decodeSymbolFont(font, String.fromCodePoint(code));
  return /\p{Co}|\p{Cs}/u.test(text) ? unknown : text;
};
