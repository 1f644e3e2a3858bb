import { z } from 'zod';

/** The most line ranges of one passage, and the highest line. */
const MAX_RANGES = 100;
const MAX_LINE = 99_999;

/** A range of lines in a passage's text, from 1, inclusive. */
export type LineRange = { readonly first: number; readonly last: number };

const oneRange = String.raw`[1-9]\d{0,4}(?:-[1-9]\d{0,4})?`;
const ranges = new RegExp(`^${oneRange}(?:,${oneRange}){0,${MAX_RANGES - 1}}$`);

const rangesIn = (text: string): readonly LineRange[] =>
  text.split(',').map((range) => {
    const [first = '', last = first] = range.split('-');
    return { first: Number(first), last: Number(last) };
  });

/** The notation of line ranges: `3-5,9`. */
export const lineRangesSchema = z
  .string()
  .max(MAX_RANGES * 12)
  .regex(ranges)
  .refine((text) => rangesIn(text).every(({ first, last }) => first <= last));

/** Parses a text that satisfies {@link lineRangesSchema}. */
export const readLineRanges = (text: string): readonly LineRange[] => rangesIn(text);

/** Writes lines in the shortest notation; `undefined` for none, and for more than the notation allows. */
export const writeLineRanges = (lines: Iterable<number>): string | undefined => {
  const runs: { first: number; last: number }[] = [];
  for (const line of [...new Set(lines)].sort((one, other) => one - other)) {
    const run = runs.at(-1);
    if (run !== undefined && line === run.last + 1) run.last = line;
    else runs.push({ first: line, last: line });
  }
  if (runs.length === 0 || runs.length > MAX_RANGES || (runs.at(-1)?.last ?? 0) > MAX_LINE) return undefined;
  return runs.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
};

/** The union of several line ranges. */
export const joinLineRanges = (texts: readonly string[]): string | undefined =>
  writeLineRanges(
    texts
      .flatMap(rangesIn)
      .flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at)),
  );
