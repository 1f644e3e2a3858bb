import { namesDose } from '../../../../domain/clinical-text/names-dose.ts';
import { statesPopulation } from '../../../../domain/knowledge/chunking/states-population.ts';
import { type Band, bandOf } from './column-bands.ts';
import { isInCapitals, mayBeGroupTitle } from './group-title.ts';
import { type Box, boundingBox } from './page-character.ts';
import type { PrintLine } from './print-lines.ts';
import type { Word } from './words-of.ts';

/** What one line of print says in one column. */
export type Fragment = Box & { readonly text: string; readonly words: readonly Word[] };

/** A line of print by columns; `undefined` where it says nothing. */
export type TableLine = Box & {
  readonly fragments: readonly (Fragment | undefined)[];
  /** Whether its words reach over columns: the title of a group of rows, which is put in the first column. */
  readonly spans: boolean;
};

/** Words that belong together as what a line says in a column. */
export const toFragment = (words: readonly Word[]): Fragment => ({
  ...boundingBox(words),
  words,
  text: words.map(({ text }) => text).join(' '),
});

/** How far from the middle of a table the middle of a title over it may be, in points. */
const centred = 12;

/**
 * Whether words alone on a line are the title of the rows below it, though they keep to a column: a kind of
 * patients, or capitals in the middle of the table. A wrapped cell goes on in small letters, or with a value.
 */
const isTitle = ({ words, left, right }: PrintLine, bands: readonly Band[]): boolean => {
  const text = words.map((word) => word.text).join(' ');
  if (namesDose(text) || !mayBeGroupTitle(text)) return false;
  const middle = ((bands[0]?.left ?? 0) + (bands.at(-1)?.right ?? 0)) / 2;
  const isCentred = Math.abs((left + right) / 2 - middle) <= centred;
  return isInCapitals(text) ? isCentred || statesPopulation(text) : /\p{L}{4}/u.test(text);
};

/** Lays a line over columns. One that does not keep to them goes into the first column as a whole. */
export const toTableLine = (line: PrintLine, bands: readonly Band[]): TableLine => {
  const { left, right, bottom, top } = line;
  const byBand = new Map<number, Word[]>();
  const overAll = (): TableLine => ({
    ...{ left, right, bottom, top, spans: true },
    fragments: bands.map((_, index) => (index === 0 ? toFragment(line.words) : undefined)),
  });
  for (const word of line.words) {
    const band = bandOf(bands, word);
    if (band === undefined) return overAll();
    const ofBand = byBand.get(band);
    if (ofBand === undefined) byBand.set(band, [word]);
    else ofBand.push(word);
  }
  if (byBand.size === 1 && !byBand.has(0) && isTitle(line, bands)) return overAll();
  return {
    ...{ left, right, bottom, top, spans: false },
    fragments: bands.map((_, index) => {
      const words = byBand.get(index);
      return words === undefined ? undefined : toFragment(words);
    }),
  };
};
