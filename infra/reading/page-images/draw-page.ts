import type { ColourPicture } from '../pictures/encode-png.ts';
import { type Pdfium, withMemory } from '../text-extraction/pdf/pdfium.ts';

/** Most pixels of a picture: a sheet of A4, 3,000 pixels wide, has 12,730,000. */
const MAX_PIXELS = 13_000_000;
/** `FPDFBitmap_BGR`; `FPDF_ANNOT | FPDF_REVERSE_BYTE_ORDER` of `fpdfview.h`, which makes it red, green, blue. */
const COLOUR_BITMAP = 2;
const RENDER_FLAGS = 0x01 | 0x10;

/**
 * Renders a loaded page on white, `wanted` pixels wide, or less where it would have too many, for the time of some work: the
 * pixels lie in the memory of PDFium, for a copy of six megabytes takes as long as packing them.
 */
export const drawPage = <Value>(
  pdfium: Pdfium,
  page: number,
  wanted: number,
  work: (picture: ColourPicture) => Value,
): Value => {
  const { call } = pdfium;
  const points = {
    width: Math.max(1, call.FPDF_GetPageWidthF(page)),
    height: Math.max(1, call.FPDF_GetPageHeightF(page)),
  };
  const ratio = points.height / points.width;
  const width = Math.max(1, Math.min(wanted, Math.floor(Math.sqrt(MAX_PIXELS / ratio))));
  const height = Math.max(1, Math.min(MAX_PIXELS, Math.round(width * ratio)));
  const stride = width * 3;
  return withMemory(pdfium, stride * height, (pointer) => {
    const bitmap = call.FPDFBitmap_CreateEx(width, height, COLOUR_BITMAP, pointer, stride);
    if (bitmap === 0) throw new Error('A page cannot be rendered.');
    try {
      call.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
      call.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RENDER_FLAGS);
      return work({ width, height, pixels: new Uint8Array(pdfium.memory(), pointer, stride * height) });
    } finally {
      call.FPDFBitmap_Destroy(bitmap);
    }
  });
};
