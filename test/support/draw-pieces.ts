import type { PdfMark } from '../../scripts/samples/write-pdf.ts';
import { widthOf } from './draw-table.ts';

/** Part of a line: regular text, superscript or subscript. */
type Piece = string | { readonly up: string } | { readonly down: string };

type PieceDrawing = {
  readonly x?: number;
  readonly y?: number;
  readonly size?: number;
  /** Size of superscript and subscript, relative to the size of the line. */
  readonly small?: number;
  /** Vertical shift of superscript and subscript, relative to the size of the line. */
  readonly shift?: number;
};

/** Draws a line with superscripts and subscripts set like a word processor: smaller and shifted. */
export const drawPieces = (
  pieces: readonly Piece[],
  { x = 72, y = 700, size = 11, small = 0.62, shift = 0.35 }: PieceDrawing = {},
): readonly PdfMark[] => {
  let left = x;
  return pieces.map((piece) => {
    const [text, rise, height] =
      typeof piece === 'string'
        ? [piece, 0, size]
        : 'up' in piece
          ? [piece.up, shift * size, small * size]
          : [piece.down, -0.4 * shift * size, small * size];
    const mark = { text, x: left, y: y + rise, size: height };
    left += widthOf(text, height);
    return mark;
  });
};
