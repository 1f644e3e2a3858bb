import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/** Letters that all take one column: of most commands nothing else is printed. */
const narrow = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0377\u0384-\u03ff\u2010-\u2027…]*$/;

// Both packages compile large patterns of Unicode when they are loaded, which takes longer than most commands do.
const stringWidth = (text: string): number => {
  const { default: width }: typeof import('string-width') = load('string-width');
  return width(text);
};
const wrapAnsi = (text: string, width: number): string => {
  const { default: wrap }: typeof import('wrap-ansi') = load('wrap-ansi');
  return wrap(text, width, { hard: true });
};

/** How many columns of a terminal a text takes. */
export const textWidth = (text: string): number => (narrow.test(text) ? text.length : stringWidth(text));

/** A text in lines of at most `width` columns, also where a single word has more. */
export const hardWrap = (text: string, width: number): readonly string[] =>
  textWidth(text) <= width ? [text] : wrapAnsi(text, width).split('\n');
