import { type Band, bandOf } from './column-bands.ts';
import { type Box, boundingBox } from './page-character.ts';
import type { PrintLine } from './print-lines.ts';
import type { Word } from './words-of.ts';

/** What one line of print says in one column. */
export type Fragment = Box & { readonly text: string; readonly words: readonly Word[] };

/** A line of print by columns; `undefined` where it says nothing. */
export type TableLine = Box & {
  readonly fragments: readonly (Fragment | undefined)[];
  /** Whether its words reach over columns: the title of a group of rows, which stands in the first column. */
  readonly spans: boolean;
};

/** Words that belong together as what a line says in a column. */
export const toFragment = (words: readonly Word[]): Fragment => ({
  ...boundingBox(words),
  words,
  text: words.map(({ text }) => text).join(' '),
});

/** Lays a line over columns. One that does not keep to them stands in the first column as a whole. */
export const toTableLine = (line: PrintLine, bands: readonly Band[]): TableLine => {
  const { left, right, bottom, top } = line;
  const byBand = new Map<number, Word[]>();
  for (const word of line.words) {
    const band = bandOf(bands, word);
    if (band === undefined)
      return {
        ...{ left, right, bottom, top, spans: true },
        fragments: bands.map((_, index) => (index === 0 ? toFragment(line.words) : undefined)),
      };
    const ofBand = byBand.get(band);
    if (ofBand === undefined) byBand.set(band, [word]);
    else ofBand.push(word);
  }
  return {
    ...{ left, right, bottom, top, spans: false },
    fragments: bands.map((_, index) => {
      const words = byBand.get(index);
      return words === undefined ? undefined : toFragment(words);
    }),
  };
};
