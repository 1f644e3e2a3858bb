import { describe, expect, it } from 'vitest';
import { type PdfMark, writePdf } from '../../../../../../scripts/samples/write-pdf.ts';
import { widthOf } from '../../../../../support/draw-table.ts';
import { readPdfBytes, readPdfPages } from '../../../../../support/read-pdf-pages.ts';

/** The drawing of a line: as a stroke, or as a filled box. */
const pens = {
  stroke: (x1: number, x2: number, y: number): PdfMark => ({
    operators: `0.6 w ${x1} ${y} m ${x2} ${y} l S`,
  }),
  box: (x1: number, x2: number, y: number): PdfMark => ({
    operators: `${x1} ${y - 0.3} ${x2 - x1} 0.6 re f`,
  }),
};
type Pen = (typeof pens)['stroke'];

/** A line of print in pieces: plain, struck out, a drawn dash, or one number over another. */
type Piece =
  | string
  | { readonly struck: string }
  | 'DASH'
  | { readonly over: string; readonly under: string };

const draw = (pieces: readonly Piece[], pen: Pen, size: number): readonly PdfMark[] => {
  let x = 72;
  const y = 700;
  return pieces.flatMap((piece): readonly PdfMark[] => {
    const left = x;
    if (piece === 'DASH') {
      x += 0.6 * size;
      return [pen(left + 0.05 * size, x - 0.05 * size, y + 0.26 * size)];
    }
    if (typeof piece === 'string' || 'struck' in piece) {
      const text = typeof piece === 'string' ? piece : piece.struck;
      x += widthOf(text, size);
      const mark = { text, x: left, y, size };
      return typeof piece === 'string' ? [mark] : [mark, pen(left, x, y + 0.27 * size)];
    }
    const small = 0.62 * size;
    const width = Math.max(widthOf(piece.over, small), widthOf(piece.under, small));
    x += width + 2;
    return [
      { text: piece.over, x: left + 1, y: y + 0.42 * size, size: small },
      { text: piece.under, x: left + 1, y: y - 0.28 * size, size: small },
      pen(left, left + width + 2, y + 0.3 * size),
    ];
  });
};

const lines: readonly (readonly [expected: string, pieces: readonly Piece[]])[] = [
  ['Give 2–5 mg IV', ['Give 2', 'DASH', '5 mg IV']],
  ['Give 0.5–1 mg/kg', ['Give 0.5', 'DASH', '1 mg/kg']],
  ['Give 1 1/2 tablets', ['Give 1', { over: '1', under: '2' }, ' tablets']],
  ['Give 3/4 tablet', ['Give ', { over: '3', under: '4' }, ' tablet']],
  ['Give 2 mg IV', ['Give ', { struck: '20 mg ' }, '2 mg IV']],
  ['Give 2 mg IV', ['Give ', { struck: '20' }, ' 2 mg IV']],
  ['Epinephrine 1 mg', [{ struck: 'Atropine' }, ' Epinephrine 1 mg']],
];

describe('lines drawn near print', () => {
  it.each(
    Object.entries(pens).flatMap(([name, pen]) => [8, 11, 16].map((size) => [name, size, pen] as const)),
  )('are dashes, fraction bars and strike-throughs, drawn as a %s at %d points', async (_, size, pen) => {
    const read = await readPdfPages(lines.map(([, pieces]) => draw(pieces, pen, size)));
    expect(read).toEqual(lines.map(([expected]) => expected));
  });

  it('are counted when they strike text out', async () => {
    const pages = lines.map(([, pieces]) => draw(pieces, pens.stroke, 11));
    const { leftOut } = await readPdfBytes(writePdf({ pages }));
    expect(leftOut).toEqual({ hidden: 0, struck: 3 });
  });

  it('strike nothing out when they underline or frame it, or extend beyond it', async () => {
    const text = 'Give 20 mg IV';
    const end = 72 + widthOf(text, 11);
    const [underlined, framed, beyond] = await readPdfPages([
      [{ text, x: 72, y: 700, size: 11 }, pens.stroke(72, end, 698)],
      [{ text, x: 72, y: 700, size: 11 }, pens.stroke(70, end + 2, 712), pens.stroke(70, end + 2, 696)],
      [{ text, x: 72, y: 700, size: 11 }, pens.stroke(40, 500, 703)],
    ]);
    expect([underlined, framed, beyond]).toEqual([text, text, text]);
  });
});
