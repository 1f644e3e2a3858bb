import { findAlignedTables } from './find-aligned-tables.ts';
import { findFramedTables } from './find-framed-tables.ts';
import type { OpenTable } from './open-table.ts';
import { type Box, boundingBox } from './page-character.ts';
import type { Segment } from './page-lines.ts';

/** Fewest pieces of text that can be a table. */
const minSegments = 6;
/** Width of the strips in which a page is searched for its gutter, in points. */
const strip = 2;
/** Largest share of pieces that may cross a gutter: titles and wide figures. */
const maxCrossing = 0.1;
/** Least share of the characters of a prose column that are in lines of its full width. */
const minProseShare = 0.6;

const width = ({ left, right }: Box): number => right - left;

const charactersOf = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { text }) => sum + text.length, 0);

const isProse = (segments: readonly Segment[]): boolean => {
  const all = width(boundingBox(segments));
  const wide = segments.filter((segment) => width(segment) >= 0.75 * all);
  return segments.length >= 8 && charactersOf(wide) >= minProseShare * charactersOf(segments);
};

/**
 * Splits a page in two columns, which are searched one by one; anything that reaches over both ends a table in
 * either.
 */
const partsOf = (segments: readonly Segment[]): readonly (readonly Segment[])[] => {
  const page = boundingBox(segments);
  const at = (share: number): number => page.left + share * width(page);
  let gutter: { readonly x: number; readonly crossing: number } | undefined;
  for (let x = at(0.35); x < at(0.65); x += strip) {
    const crossing = segments.filter(({ left, right }) => left < x && right > x).length;
    if (gutter === undefined || crossing < gutter.crossing) gutter = { x, crossing };
  }
  if (gutter === undefined || gutter.crossing > maxCrossing * segments.length) return [segments];
  const { x } = gutter;
  const left = segments.filter((segment) => segment.right <= x);
  const right = segments.filter((segment) => segment.left >= x);
  if (!isProse(left) || !isProse(right)) return [segments];
  return [segments.filter((segment) => segment.left < x), segments.filter((segment) => segment.right > x)];
};

/**
 * Finds tables without ruled cells on a page: those between horizontal rules, and those without any. Text in ruled
 * cells is left alone. Each segment is in at most one table, and its words appear in that table's cells exactly once.
 * Errs on the side of missing a table, rather than mistaking prose, a list or a form for one.
 */
export const findOpenTables = (segments: readonly Segment[], rules: readonly Box[]): readonly OpenTable[] => {
  const outside = segments.filter(({ cell }) => cell === undefined);
  if (outside.length < minSegments) return [];
  const framed = findFramedTables(outside, rules);
  const taken = new Set(framed.flatMap((table) => table.segments));
  const tables = [...framed];
  for (const part of partsOf(outside.filter((segment) => !taken.has(segment)))) {
    for (const table of findAlignedTables(part, rules)) {
      if (table.segments.some((segment) => taken.has(segment))) continue;
      for (const segment of table.segments) taken.add(segment);
      tables.push(table);
    }
  }
  return tables;
};
