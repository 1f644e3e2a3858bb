import type { ColourPicture } from '../pictures/encode-png.ts';
import { type Pdfium, withMemory } from '../text-extraction/pdf/pdfium.ts';

/** Most pixels of a picture: a sheet of A4, 3,000 pixels wide, has 12,730,000. */
const MAX_PIXELS = 13_000_000;
/** `FPDFBitmap_BGR`; `FPDF_ANNOT | FPDF_REVERSE_BYTE_ORDER` of `fpdfview.h`, which makes it red, green, blue. */
const COLOUR_BITMAP = 2;
const RENDER_FLAGS = 0x01 | 0x10;

/** What `FPDF_RenderPageBitmap_Start` answers where it was stopped. */
const TO_BE_CONTINUED = 1;
/** Bytes of an `IFSDK_PAUSE`: its version, the function that is asked, and what we do not need. */
const PAUSE_BYTES = 12;

/** Renders until it is done, or has taken so long; says whether it is done. PDFium asks after every hundred objects. */
const renderInTime = (
  { call, memory, stopWhen }: Pdfium,
  { page, bitmap, width, height }: Readonly<Record<'page' | 'bitmap' | 'width' | 'height', number>>,
  { pause, milliseconds }: { readonly pause: number; readonly milliseconds: number },
): boolean => {
  const end = performance.now() + milliseconds;
  const stop = stopWhen(() => performance.now() >= end);
  new Int32Array(memory(), pause, PAUSE_BYTES / 4).set([1, stop, 0]);
  const state = call.FPDF_RenderPageBitmap_Start(bitmap, page, 0, 0, width, height, 0, RENDER_FLAGS, pause);
  call.FPDF_RenderPage_Close(page);
  return state !== TO_BE_CONTINUED;
};

type Drawing = {
  /** In pixels. */
  readonly width: number;
  /** How long it may take. What is not drawn by then is left out. */
  readonly milliseconds: number;
  /** Says on the picture that something was left out. */
  readonly notePartial: (bitmap: number, width: number) => void;
};

/**
 * Renders a loaded page on white, as wide as is wanted, or less where it would have too many pixels, for the time of some
 * work: the pixels lie in the memory of PDFium, for a copy of six megabytes takes as long as packing them.
 */
export const drawPage = <Value>(
  pdfium: Pdfium,
  page: number,
  { width: wanted, milliseconds, notePartial }: Drawing,
  work: (picture: ColourPicture, isPartial: boolean) => Value,
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
  return withMemory(pdfium, PAUSE_BYTES, (pause) =>
    withMemory(pdfium, stride * height, (pointer) => {
      const bitmap = call.FPDFBitmap_CreateEx(width, height, COLOUR_BITMAP, pointer, stride);
      if (bitmap === 0) throw new Error('A page cannot be rendered.');
      try {
        call.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
        const place = { page, bitmap, width, height };
        const isPartial = !renderInTime(pdfium, place, { pause, milliseconds });
        if (isPartial) notePartial(bitmap, width);
        const pixels = new Uint8Array(pdfium.memory(), pointer, stride * height);
        return work({ width, height, pixels }, isPartial);
      } finally {
        call.FPDFBitmap_Destroy(bitmap);
      }
    }),
  );
};
