import type { PdfMark } from '../../scripts/samples/write-pdf.ts';
import { widthOf } from './draw-table.ts';

/** A stretch of a line: as it is, or in smaller print above or below the line. */
type Piece = string | { readonly up: string } | { readonly down: string };

type PieceDrawing = {
  readonly x?: number;
  readonly y?: number;
  readonly size?: number;
  /** Size of the smaller print, as a part of the size of the line. */
  readonly small?: number;
  /** How far it is moved up or down, as a part of the size of the line. */
  readonly shift?: number;
};

/** Draws a line whose raised and lowered print is set as word processors set it: smaller, and moved. */
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
