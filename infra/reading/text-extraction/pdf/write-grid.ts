import { markdownTable } from '../markdown-table.ts';
import { plainTable } from '../spanned-table.ts';
import type { Band } from './column-bands.ts';
import type { Grid } from './find-grids.ts';

/** A cell with more text than this, in characters, is a part of the page's layout rather than of a table. */
const maxCellLength = 700;
/** Least part of the cells that hold text; below it the boxes are a drawing or an empty form. */
const minFilledShare = 0.4;

/** The part of a grid's cells whose region has text, among the rows and columns that have any. */
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
 * Writes ruled cells as a Markdown table, rows and columns without any text left out, with the text over all of it
 * apart, and returns the places of its columns. `texts` holds the text of each region, `within` the rows of those rows
 * of the grid that hold several. `undefined` when the grid is not a table but a frame, a form or a drawing: fewer than
 * two rows or columns with text, mostly empty cells, or a cell as long as a page's section.
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
  // Cells of rows that share a row of the grid are numbered after its regions.
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
