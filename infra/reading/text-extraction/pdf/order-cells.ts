import type { Grid } from './find-grids.ts';
import type { Segment } from './page-lines.ts';

/** Longest head of a cell, and least length of the longest cell below such heads, in characters. */
const maxHead = 100;
const minBody = 150;

/** Returns the distinct regions of a grid row from left to right, by the column in which they begin. */
const regionsOf = (grid: Grid, row: number): ReadonlyMap<number, number> => {
  const regions = new Map<number, number>();
  for (let column = 0; column < grid.columns; column += 1) {
    const region = grid.regionOf(row, column);
    if (column === 0 || grid.regionOf(row, column - 1) !== region) regions.set(column, region);
  }
  return regions;
};

/**
 * Finds, in a layout grid, rows of heads above rows of texts. Returns for each such pair of rows a list of regions in
 * reading order: each head before its own text.
 */
const headedCells = (grid: Grid, texts: ReadonlyMap<number, string>): readonly (readonly number[])[] => {
  const found: number[][] = [];
  for (let row = 0; row + 1 < grid.rows; row += 1) {
    const [heads, bodies] = [regionsOf(grid, row), regionsOf(grid, row + 1)];
    const columns = [...heads.keys()].filter((column) => (texts.get(heads.get(column) ?? -1) ?? '') !== '');
    const lengthOf = (region: number | undefined): number => texts.get(region ?? -1)?.length ?? 0;
    const areHeads =
      columns.length >= 2 &&
      columns.every((column) => lengthOf(heads.get(column)) <= maxHead) &&
      columns.every(
        (column) => lengthOf(bodies.get(column)) > 0 && bodies.get(column) !== heads.get(column),
      ) &&
      columns.some((column) => lengthOf(bodies.get(column)) >= minBody) &&
      [...bodies].every(([column, region]) => columns.includes(column) || lengthOf(region) === 0);
    if (!areHeads) continue;
    found.push(columns.flatMap((column) => [heads.get(column) ?? -1, bodies.get(column) ?? -1]));
    row += 1;
  }
  return found;
};

/** From this length on, in characters, a cell is a part of the page with its own lines, which are read together. */
const partOfPage = 400;

/**
 * Puts the segments of a layout grid into reading order: each head before the text below it, and a cell that is a
 * part of the page to its end before the next one. Other segments stay in place.
 */
export const orderCells = (
  grid: Grid,
  texts: ReadonlyMap<number, string>,
  segments: readonly Segment[],
  regionOf: (segment: Segment) => number,
): readonly Segment[] => {
  const headed = headedCells(grid, texts);
  const parts = texts.values().some(({ length }) => length >= partOfPage);
  const together = headed.length > 0 || !parts ? headed : [[...new Set(segments.map(regionOf))]];
  return together.reduce((ordered, regions) => {
    const own = new Set(regions.filter((region) => region >= 0));
    const isOwn = (segment: Segment): boolean => own.has(regionOf(segment));
    const first = ordered.findIndex(isOwn);
    if (first < 0) return ordered;
    const byRegion = Map.groupBy(ordered.filter(isOwn), regionOf);
    return [
      ...ordered.slice(0, first),
      ...[...own].flatMap((region) => byRegion.get(region) ?? []),
      ...ordered.slice(first).filter((segment) => !isOwn(segment)),
    ];
  }, segments);
};
