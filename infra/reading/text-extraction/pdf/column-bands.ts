import type { Box } from './page-character.ts';
import type { Word } from './words-of.ts';

/** A table column: from its leftmost to its rightmost ink, in points. */
export type Band = { readonly left: number; readonly right: number };

/**
 * Narrowest white space that separates two columns, as a multiple of the font size. A space is a quarter; justified
 * print stretches it to a half and more, but never at one place over several lines.
 */
export const minRiver = 0.8;

/** Adds print to bands. Bands that it touches, or approaches to less than `river` points, are merged. */
export const widenBands = (
  bands: readonly Band[],
  print: readonly Band[],
  river: number,
): readonly Band[] => {
  const edges = [...bands, ...print].sort((a, b) => a.left - b.left);
  const joined: { left: number; right: number }[] = [];
  for (const { left, right } of edges) {
    const last = joined.at(-1);
    if (last !== undefined && left - last.right < river) last.right = Math.max(last.right, right);
    else joined.push({ left, right });
  }
  return joined;
};

/** Like `widenBands`, but `undefined` if two bands would merge. */
export const widenUnlessMerging = (
  bands: readonly Band[],
  print: readonly Band[],
  river: number,
): readonly Band[] | undefined => {
  const wider = widenBands(bands, print, river);
  const holders = new Set(bands.map(({ left }) => wider.findLastIndex((band) => band.left <= left)));
  return holders.size === bands.length ? wider : undefined;
};

/** Returns the columns common to all lines: the bands between rivers of white space that no word touches. */
export const columnBands = (
  lines: readonly { readonly words: readonly Word[] }[],
  river: number,
): readonly Band[] =>
  lines.reduce<readonly Band[]>((bands, { words }) => widenBands(bands, words, river), []);

/** Returns the index of the band that contains a box; `undefined` if it reaches into several. */
export const bandOf = (
  bands: readonly Band[],
  { left, right }: Pick<Box, 'left' | 'right'>,
): number | undefined => {
  const index = bands.findIndex((band) => left >= band.left - 0.01 && right <= band.right + 0.01);
  return index < 0 ? undefined : index;
};
