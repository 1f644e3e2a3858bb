import type { Pdfium } from '../text-extraction/pdf/pdfium.ts';
import { SHEET } from './typeset/lay-out-text.ts';
import type { Typesetter } from './typeset/typesetter.ts';

const NOTE = 'This page takes too long to draw: not all of it is shown.';
/** Points on a sheet as wide as the picture. */
const BAND = 30;
const SIZE = 15;
/** A pale red. PDFium fills in BGR order, and the picture is read as RGB. */
const COLOUR = 0xffccccff;
/** `FPDF_REVERSE_BYTE_ORDER` of `fpdfview.h`. */
const RENDER_FLAGS = 0x10;

/** Writes across the top of a picture that part of its page is missing. */
export const notePartial = (
  { call }: Pick<Pdfium, 'call'>,
  { withSheet, measure }: Typesetter,
  bitmap: number,
  width: number,
): void => {
  const scale = width / SHEET.width;
  call.FPDFBitmap_FillRect(bitmap, 0, 0, width, Math.ceil(BAND * scale), COLOUR);
  const face = { size: SIZE, bold: true };
  const x = (SHEET.width - measure(NOTE, face)) / 2;
  const line = { ...face, text: NOTE, x, y: SHEET.height - BAND + (BAND - SIZE) / 2 + 2, start: 0, end: 0 };
  withSheet({ lines: [line], rules: [] }, (page) =>
    call.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, Math.round(SHEET.height * scale), 0, RENDER_FLAGS),
  );
};
