import type { Box } from './page-character.ts';
import type { PrintLine } from './print-lines.ts';
import type { Word } from './words-of.ts';

/** A column of a table: from its leftmost to its rightmost ink, in points. */
export type Band = { readonly left: number; readonly right: number };

/**
 * Narrowest white space that sets two columns apart, as a multiple of the font size. A space is a quarter; in
 * justified print it is stretched to a half and more, but never at one place over several lines.
 */
export const narrowestRiver = 0.8;

/** Adds words to bands: bands that a word reaches or comes nearer to than `river` points become one. */
export const widenBands = (
  bands: readonly Band[],
  words: readonly Word[],
  river: number,
): readonly Band[] => {
  const edges: Band[] = [...bands, ...words].sort((a, b) => a.left - b.left);
  const joined: { left: number; right: number }[] = [];
  for (const { left, right } of edges) {
    const last = joined.at(-1);
    if (last !== undefined && left - last.right < river) last.right = Math.max(last.right, right);
    else joined.push({ left, right });
  }
  return joined;
};

/** The same, unless two bands would become one: then `undefined`. */
export const widenApart = (
  bands: readonly Band[],
  words: readonly Word[],
  river: number,
): readonly Band[] | undefined => {
  const wider = widenBands(bands, words, river);
  const holders = new Set(bands.map(({ left }) => wider.findLastIndex((band) => band.left <= left)));
  return holders.size === bands.length ? wider : undefined;
};

/** The columns that hold over all the lines: what lies between rivers of white space that no word touches. */
export const columnBands = (lines: readonly PrintLine[], river: number): readonly Band[] =>
  lines.reduce<readonly Band[]>((bands, { words }) => widenBands(bands, words, river), []);

/** The band that holds the whole of a box; `undefined` when it reaches into several. */
export const bandOf = (
  bands: readonly Band[],
  { left, right }: Pick<Box, 'left' | 'right'>,
): number | undefined => {
  const index = bands.findIndex((band) => left >= band.left - 0.01 && right <= band.right + 0.01);
  return index < 0 ? undefined : index;
};
