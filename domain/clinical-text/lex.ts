/** A number, word or sign of a text, with its position. */
export type Lexeme = {
  readonly kind: 'number' | 'word' | 'sign';
  /** As written; words in lower case. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
};

const lexeme =
  /(?<number>\d+(?:,\d{3}(?!\d))*(?:\.\d+)*|(?<!\d)\.\d+|[½¼¾⅓⅔⅛⅙⅚⅕⅖⅗⅘⅜⅝⅞])|(?<word>\p{L}[\p{L}\p{M}]*)|\S/gu;

/**
 * Superscript note marks beside a number: "2¹ mg" is 2 mg. A superscript beside a ten may be its exponent, and one
 * followed by a slash is part of a fraction.
 */
const mark = /(?<=\d)(?<!(?<![\d.,])10)[¹²³⁰⁴-⁹]{1,3}(?![/⁄⁻¹²³⁰⁴-⁹])/gu;

/** Superscript marks become spaces, and "m²" becomes "m2", so that every character keeps its position. */
const plain = (text: string): string =>
  /[¹²³⁰⁴-⁹]/.test(text)
    ? text.replace(/(?<=(?<!\p{L})m)²/gu, '2').replace(mark, (marks) => ' '.repeat(marks.length))
    : text;

/** The numbers, words and signs of a text in order. */
export const lex = (text: string): readonly Lexeme[] =>
  [...plain(text).matchAll(lexeme)].map(({ 0: written, index, groups }) => ({
    kind: groups?.number !== undefined ? 'number' : groups?.word !== undefined ? 'word' : 'sign',
    text: groups?.word === undefined ? written : written.toLowerCase(),
    start: index,
    end: index + written.length,
  }));
