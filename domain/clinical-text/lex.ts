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

/** The numbers, words and signs of a text in order. */
export const lex = (text: string): readonly Lexeme[] =>
  [...text.matchAll(lexeme)].map(({ 0: written, index, groups }) => ({
    kind: groups?.number !== undefined ? 'number' : groups?.word !== undefined ? 'word' : 'sign',
    text: groups?.word === undefined ? written : written.toLowerCase(),
    start: index,
    end: index + written.length,
  }));
