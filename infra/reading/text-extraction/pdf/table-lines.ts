import { namesDose } from '../../../../domain/clinical-text/names-dose.ts';
import { statesPopulation } from '../../../../domain/knowledge/chunking/states-population.ts';
import { type Band, bandOf } from './column-bands.ts';
import { isInCapitals, mayBeGroupTitle } from './group-title.ts';
import { type Box, boundingBox } from './page-character.ts';
import type { PrintLine } from './print-lines.ts';
import type { Word } from './words-of.ts';

/** The text of one line of print in one column. */
export type Fragment = Box & { readonly text: string; readonly words: readonly Word[] };

/** A line of print by columns; `undefined` for an empty column. */
export type TableLine = Box & {
  readonly fragments: readonly (Fragment | undefined)[];
  /** True when its words reach over columns: it is the title of a group of rows, and goes into the first column. */
  readonly spans: boolean;
};

/** Joins the words of a line in one column. */
export const toFragment = (words: readonly Word[]): Fragment => ({
  ...boundingBox(words),
  words,
  text: words.map(({ text }) => text).join(' '),
});

/** Largest distance between the middle of a table and the middle of a title over it, in points. */
const centred = 12;

/**
 * True when words alone on a line are the title of the rows below, although they keep to a column: a patient
 * population, or capitals in the middle of the table. A wrapped cell continues in lower case or with a value.
 */
const isTitle = ({ words, left, right }: PrintLine, bands: readonly Band[]): boolean => {
  const text = words.map((word) => word.text).join(' ');
  if (namesDose(text) || !mayBeGroupTitle(text)) return false;
  const middle = ((bands[0]?.left ?? 0) + (bands.at(-1)?.right ?? 0)) / 2;
  const isCentred = Math.abs((left + right) / 2 - middle) <= centred;
  return isInCapitals(text) ? isCentred || statesPopulation(text) : /\p{L}{4}/u.test(text);
};

/** Distributes a line over columns. A line that breaks them goes into the first column as a whole. */
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
