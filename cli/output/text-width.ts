import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/** Text whose characters all take one column, which is all that most commands print. */
const narrow = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0377\u0384-\u03ff\u2010-\u2027…]*$/;

// Loaded on demand: both packages compile large Unicode patterns on load, which takes longer than most commands.
const stringWidth = (text: string): number => {
  const { default: width }: typeof import('string-width') = load('string-width');
  return width(text);
};
const wrapAnsi = (text: string, width: number): string => {
  const { default: wrap }: typeof import('wrap-ansi') = load('wrap-ansi');
  return wrap(text, width, { hard: true });
};

/** The number of terminal columns of a text. */
export const textWidth = (text: string): number => (narrow.test(text) ? text.length : stringWidth(text));

/** Wraps a text to lines of at most `width` columns, breaking longer words. */
export const hardWrap = (text: string, width: number): readonly string[] =>
  textWidth(text) <= width ? [text] : wrapAnsi(text, width).split('\n');
