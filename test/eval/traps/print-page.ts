import { type PdfMark, type PdfPage, writePdf } from '../../../scripts/samples/write-pdf.ts';

const left = 54;
const right = 558;
const lineHeight = 14;

/** A part of a printed page, set below the previous one. */
export type PrintedBlock =
  /** Lines of the page; lines in capitals are bold. */
  | { readonly lines: readonly string[] }
  /** Two columns of lines side by side. */
  | { readonly left: readonly string[]; readonly right: readonly string[] }
  | {
      readonly rows: readonly (readonly string[])[];
      /** Left edges of the columns, in points. */
      readonly columns: readonly number[];
      /** Whether lines are drawn around its cells. */
      readonly ruled: boolean;
      /** Rows with only an outer frame: their first cell spans all columns. */
      readonly banners?: readonly number[];
    };

const printedLines = (lines: readonly string[], top: number, x = left): readonly PdfMark[] =>
  lines.flatMap((text, index) =>
    text === ''
      ? []
      : [{ text, x, y: top - (index + 1) * lineHeight, size: 10.5, bold: /^[^a-z]{6,}$/.test(text) }],
  );

const rowHeight = 18;

const printedTable = (
  { rows, columns, ruled, banners = [] }: Extract<PrintedBlock, { rows: unknown }>,
  top: number,
): readonly PdfMark[] => {
  const texts = rows.flatMap((row, index) =>
    row.flatMap((text, column) =>
      text === ''
        ? []
        : [
            {
              text,
              x: (columns[column] ?? left) + 4,
              y: top - (index + 1) * rowHeight + 5,
              size: 10,
              bold: index === 0,
            },
          ],
    ),
  );
  if (!ruled) return texts;
  const edges = [...columns, right];
  const first = columns[0] ?? left;
  return [
    ...texts,
    ...Array.from({ length: rows.length + 1 }, (_, index): PdfMark => {
      const y = top - index * rowHeight;
      return { line: [first, y, right, y] };
    }),
    ...rows.flatMap((_, index) =>
      edges
        .filter((_x, at) => !banners.includes(index) || at === 0 || at === edges.length - 1)
        .map((x): PdfMark => ({ line: [x, top - index * rowHeight, x, top - (index + 1) * rowHeight] })),
    ),
  ];
};

const middle = (left + right) / 2 + 10;
/** Space below a block. */
const gap = 8;

const marksOf = (block: PrintedBlock, top: number): readonly PdfMark[] => {
  if ('rows' in block) return printedTable(block, top);
  if ('left' in block) return [...printedLines(block.left, top), ...printedLines(block.right, top, middle)];
  return printedLines(block.lines, top);
};

const heightOf = (block: PrintedBlock): number => {
  if ('rows' in block) return block.rows.length * rowHeight;
  return (
    lineHeight * ('left' in block ? Math.max(block.left.length, block.right.length) : block.lines.length)
  );
};

/** A printed page with its body, header and footer. */
export const printPage = (
  blocks: readonly PrintedBlock[],
  running: { readonly head?: string; readonly foot?: string } = {},
): PdfPage => {
  let top = 730;
  const marks: PdfMark[] = [];
  for (const block of blocks) {
    marks.push(...marksOf(block, top));
    top -= heightOf(block) + gap;
  }
  if (running.head !== undefined) marks.push({ text: running.head, x: left, y: 760, size: 9 });
  if (running.foot !== undefined) marks.push({ text: running.foot, x: left, y: 36, size: 9 });
  return marks;
};

/** A PDF of printed pages. */
export const printPdf = (title: string, pages: readonly PdfPage[]): Uint8Array => writePdf({ title, pages });
