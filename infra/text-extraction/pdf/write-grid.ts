import { markdownTable } from '../html/table-to-markdown.ts';
import type { Band } from './column-bands.ts';
import type { Grid } from './find-grids.ts';

/** A cell with more text than this, in characters, is a part of the page's layout rather than of a table. */
const maxCellLength = 700;
/** A cell over several rows is repeated in each when it is no longer than this. */
const maxRepeatedLength = 80;

/** The cells of a grid row by row: a region's text in its first column, repeated downwards when it is short. */
const cellsOf = (grid: Grid, texts: ReadonlyMap<number, string>): readonly (readonly string[])[] =>
  Array.from({ length: grid.rows }, (_, row) =>
    Array.from({ length: grid.columns }, (_, column) => {
      const region = grid.regionOf(row, column);
      const text = texts.get(region) ?? '';
      if (column > 0 && grid.regionOf(row, column - 1) === region) return '';
      const isContinued = row > 0 && grid.regionOf(row - 1, column) === region;
      return isContinued && text.length > maxRepeatedLength ? '' : text;
    }),
  );

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

/** The columns with any text. */
const usedColumns = (cells: readonly (readonly string[])[]): readonly number[] =>
  (cells[0] ?? []).flatMap((_, column) => (cells.some((row) => row[column] !== '') ? [column] : []));

/**
 * Writes ruled cells as a Markdown table, rows and columns without any text left out, and tells where its columns
 * stand. `texts` holds the text of each region. `undefined` when the grid is not a
 * table but a frame, a form or a drawing: fewer than two rows or columns with text, mostly empty cells, or a cell as
 * long as a page's section.
 */
export const writeGrid = (
  grid: Grid,
  texts: ReadonlyMap<number, string>,
): { readonly markdown: string; readonly columns: readonly Band[] } | undefined => {
  for (const text of texts.values()) if (text.length > maxCellLength) return undefined;
  if (filledPart(grid, texts) < minFilledShare) return undefined;
  const all = cellsOf(grid, texts).filter((row) => row.some((cell) => cell !== ''));
  const used = usedColumns(all);
  const cells = all.map((row) => used.map((column) => row[column] ?? ''));
  const fullRows = cells.filter((row) => row.filter((cell) => cell !== '').length >= 2).length;
  if (cells.length < 2 || used.length < 2 || fullRows < 2) return undefined;
  return { markdown: markdownTable(cells), columns: used.map(grid.bandOf) };
};
