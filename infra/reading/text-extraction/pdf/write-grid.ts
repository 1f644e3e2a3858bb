import { markdownTable } from '../markdown-table.ts';
import { plainTable } from '../spanned-table.ts';
import type { Band } from './column-bands.ts';
import type { Grid } from './find-grids.ts';

/** Most characters of a table cell; a longer one is a part of the page's layout. */
const maxCellLength = 700;
/** Least share of cells with text; below it the boxes are a drawing or an empty form. */
const minFilledShare = 0.4;

/** Returns the share of cells with text, among the rows and columns that have any. */
const filledPart = (grid: Grid, texts: ReadonlyMap<number, string>): number => {
  const rows = new Set<number>();
  const columns = new Set<number>();
  let filled = 0;
  for (let row = 0; row < grid.rows; row += 1) {
    for (let column = 0; column < grid.columns; column += 1) {
      if ((texts.get(grid.regionOf(row, column)) ?? '') === '') continue;
      filled += 1;
      rows.add(row);
      columns.add(column);
    }
  }
  return filled / Math.max(1, rows.size * columns.size);
};

/**
 * Writes ruled cells as a Markdown table, without empty rows and columns, with the full-width text apart, and returns
 * the extents of its columns. `texts` has the text of each region, and `within` the rows of those grid rows that hold
 * several. Returns `undefined` when the grid is not a table but a frame, a form or a drawing: fewer than two rows or
 * columns with text, mostly empty cells, or a cell as long as a section of the page.
 */
export const writeGrid = (
  grid: Grid,
  texts: ReadonlyMap<number, string>,
  within: ReadonlyMap<number, readonly (readonly string[])[]>,
):
  | { readonly titles: readonly string[]; readonly markdown: string; readonly columns: readonly Band[] }
  | undefined => {
  const divided = new Set(
    [...within.keys()].flatMap((row) =>
      Array.from({ length: grid.columns }, (_, column) => grid.regionOf(row, column)),
    ),
  );
  for (const [region, text] of texts)
    if (text.length > maxCellLength && !divided.has(region)) return undefined;
  if (filledPart(grid, texts) < minFilledShare) return undefined;
  // The cells of rows that share a row of the grid are numbered after its regions.
  const extra: string[] = [];
  const regions = grid.rows * grid.columns;
  const places = Array.from({ length: grid.rows }, (_, row) => row).flatMap(
    (row) =>
      within.get(row)?.map((cells) => cells.map((cell) => regions + extra.push(cell) - 1)) ?? [
        Array.from({ length: grid.columns }, (_, column) => grid.regionOf(row, column)),
      ],
  );
  const plain = plainTable({
    places,
    textOf: (cell) => (cell < regions ? texts.get(cell) : extra[cell - regions]) ?? '',
    headRows: 0,
  });
  if (plain === undefined) return undefined;
  const { titles, rows, columns } = plain;
  const fullRows = rows.filter((row) => row.filter((cell) => cell !== '').length >= 2).length;
  if (rows.length < 2 || columns.length < 2 || fullRows < 2) return undefined;
  return { titles, markdown: markdownTable(rows), columns: columns.map(grid.bandOf) };
};
