import type { Grid } from './find-grids.ts';
import type { Segment } from './page-lines.ts';

/** Longest head of a cell, and how long at least one of the cells below such heads is, in characters. */
const maxHead = 100;
const minBody = 150;

/** The regions of a row of a grid from left to right, each once, by the column in which it begins. */
const regionsOf = (grid: Grid, row: number): ReadonlyMap<number, number> => {
  const regions = new Map<number, number>();
  for (let column = 0; column < grid.columns; column += 1) {
    const region = grid.regionOf(row, column);
    if (column === 0 || grid.regionOf(row, column - 1) !== region) regions.set(column, region);
  }
  return regions;
};

/**
 * The cells of a grid that only lays out a page, in the order in which they are read, where a row of heads is above a
 * row of texts: each head before its own text. Lists of regions, one for each such pair of rows.
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

/**
 * From this length on, in characters, a cell is a part of the page with its own lines, which are read one after the
 * other.
 */
const partOfPage = 400;

/**
 * The segments with those of a grid that only lays out the page in the order of reading: each head before the text below
 * it, and a cell that is a part of the page to its end before the next one. Others stay where they are.
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
