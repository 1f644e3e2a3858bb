import type { GrayImage } from '../ocr/gray-image.ts';
import { type Pdfium, withMemory } from './pdfium.ts';

/** Resolution for OCR (semantic search, "Text Extraction"). */
const dotsPerInch = 300;
/** Most pixels of a picture: an A3 sheet at 300 dpi has 17,400,000. Larger pages are rendered at a lower resolution. */
const maxPixels = 20_000_000;

/** `FPDFBitmap_Gray`, and `FPDF_ANNOT | FPDF_GRAYSCALE` of `fpdfview.h`. */
const grayBitmap = 1;
const renderFlags = 0x01 | 0x08;

/** Renders a loaded page on white, in shades of grey, at the given size in pixels. */
export const renderGray = (
  pdfium: Pdfium,
  page: number,
  { width, height }: Pick<GrayImage, 'width' | 'height'>,
): GrayImage => {
  const { call } = pdfium;
  return withMemory(pdfium, width * height, (pointer) => {
    const bitmap = call.FPDFBitmap_CreateEx(width, height, grayBitmap, pointer, width);
    if (bitmap === 0) throw new Error('A page cannot be rendered.');
    try {
      call.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
      call.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, renderFlags);
      return { width, height, pixels: new Uint8Array(pdfium.memory(), pointer, width * height).slice() };
    } finally {
      call.FPDFBitmap_Destroy(bitmap);
    }
  });
};

/** Renders a loaded page at 300 dpi. */
export const renderPage = (pdfium: Pdfium, page: number): GrayImage => {
  const { call } = pdfium;
  const points = { width: call.FPDF_GetPageWidthF(page), height: call.FPDF_GetPageHeightF(page) };
  const wanted = dotsPerInch / 72;
  const area = points.width * points.height * wanted * wanted;
  const scale = area > maxPixels ? wanted * Math.sqrt(maxPixels / area) : wanted;
  return renderGray(pdfium, page, {
    width: Math.max(1, Math.floor(points.width * scale)),
    height: Math.max(1, Math.floor(points.height * scale)),
  });
};
