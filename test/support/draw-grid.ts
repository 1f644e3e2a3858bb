import type { PdfMark } from '../../scripts/samples/write-pdf.ts';
import { widthOf } from './draw-table.ts';

/** A cell of a drawn table; a cell across several columns is centered. */
type GridCell = string | { readonly text: string; readonly columns?: number; readonly rows?: number };

type GridDrawing = {
  readonly rows: readonly (readonly GridCell[])[];
  /** Widths of the columns in points. */
  readonly widths: readonly number[];
  /** The lines drawn: around every cell, between columns and around the head, or none. */
  readonly rules: 'all' | 'columns' | 'none';
  readonly left?: number;
  readonly top?: number;
};

const rowHeight = 16;
const size = 9;

/** Draws a table, like a word processor, whose cells may span columns and rows. */
export const drawGrid = ({ rows, widths, rules, left = 60, top = 700 }: GridDrawing): readonly PdfMark[] => {
  const edges = [left];
  for (const width of widths) edges.push((edges.at(-1) ?? left) + width);
  const taken = new Set<string>();
  return rows.flatMap((cells, row) => {
    let column = 0;
    return cells.flatMap((cell): readonly PdfMark[] => {
      while (taken.has(`${row}/${column}`)) column += 1;
      const { text, columns = 1, rows: height = 1 } = typeof cell === 'string' ? { text: cell } : cell;
      for (let down = 0; down < height; down += 1)
        for (let right = 0; right < columns; right += 1) taken.add(`${row + down}/${column + right}`);
      const [x1, x2] = [edges[column] ?? left, edges[column + columns] ?? left];
      const [y1, y2] = [top - row * rowHeight, top - (row + height) * rowHeight];
      column += columns;
      const isEdge = rules === 'all' || row === 0;
      const isEnd = rules === 'all' || row === 0 || row + height === rows.length;
      return [
        ...(text === ''
          ? []
          : [
              {
                text,
                x: columns > 1 ? (x1 + x2) / 2 - widthOf(text, size) / 2 : x1 + 4,
                y: (y1 + y2) / 2 - 3,
                size,
              },
            ]),
        ...(rules === 'none'
          ? []
          : [{ line: [x1, y1, x1, y2] } as const, { line: [x2, y1, x2, y2] } as const]),
        ...(rules !== 'none' && isEdge ? [{ line: [x1, y1, x2, y1] } as const] : []),
        ...(rules !== 'none' && isEnd ? [{ line: [x1, y2, x2, y2] } as const] : []),
      ];
    });
  });
};
