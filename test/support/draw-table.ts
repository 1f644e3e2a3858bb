import type { PdfMark } from '../../scripts/samples/write-pdf.ts';

/** Advance widths of Helvetica in thousandths of the font size (Adobe's AFM), from the space to the tilde. */
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/** Width of a text in Helvetica, in points. */
export const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, character) => sum + (widths[character.charCodeAt(0) - 32] ?? 556), 0) *
  (size / 1000);

export type TableColumn = { readonly width: number; readonly align: 'left' | 'right' | 'centre' };

export type TableDrawing = {
  /** The first row is the head. */
  readonly rows: readonly (readonly string[])[];
  readonly columns: readonly TableColumn[];
  readonly left: number;
  /** Baseline of the first line. */
  readonly top: number;
  readonly size?: number;
  /** White space between two columns. */
  readonly gutter?: number;
  /** White space between two rows in addition to the line spacing. */
  readonly rowGap?: number;
  readonly isRuled?: boolean;
};

/** Wraps a text to the width of a column. */
const wrap = (text: string, width: number, size: number): readonly string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
};

/**
 * Draws a table with rules above and below its head and at its end, or without any. `bottom` is the position of its
 * end.
 */
export const drawTable = ({
  rows,
  columns,
  left,
  top,
  size = 10,
  gutter = 18,
  rowGap = 0,
  isRuled = false,
}: TableDrawing): { readonly marks: readonly PdfMark[]; readonly bottom: number } => {
  const marks: PdfMark[] = [];
  const leading = size * 1.2;
  const right = left + columns.reduce((sum, { width }) => sum + width + gutter, -gutter);
  const rule = (y: number): void => {
    if (isRuled) marks.push({ line: [left, y, right, y] });
  };
  let y = top;
  rule(y + size * 1.1);
  for (const [index, row] of rows.entries()) {
    let x = left;
    let height = 1;
    for (const [column, { width, align }] of columns.entries()) {
      const lines = row[column] === '' ? [] : wrap(row[column] ?? '', width, size);
      height = Math.max(height, lines.length);
      for (const [line, text] of lines.entries()) {
        const room = width - widthOf(text, size);
        const indent = align === 'left' ? 0 : align === 'right' ? room : room / 2;
        marks.push({ text, x: x + indent, y: y - line * leading, size });
      }
      x += width + gutter;
    }
    y -= height * leading + rowGap;
    if (index === 0 || index === rows.length - 1) {
      rule(y + size * 0.95 + rowGap / 2);
      if (isRuled) y -= size * 0.3;
    }
  }
  return { marks, bottom: y };
};

/** Lines of running text. */
export const drawProse = (
  lines: readonly string[],
  left: number,
  top: number,
  size = 10,
): readonly PdfMark[] => lines.map((text, line) => ({ text, x: left, y: top - line * size * 1.2, size }));
