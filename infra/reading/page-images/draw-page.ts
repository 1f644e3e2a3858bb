import type { ColourPicture } from '../pictures/encode-png.ts';
import { type Pdfium, withMemory } from '../text-extraction/pdf/pdfium.ts';

/** Most pixels of a picture: an A4 sheet 3,000 pixels wide has 12,730,000. */
const MAX_PIXELS = 13_000_000;
/** `FPDFBitmap_BGR`; `FPDF_ANNOT | FPDF_REVERSE_BYTE_ORDER` of `fpdfview.h`, which turns it into RGB. */
const COLOUR_BITMAP = 2;
const RENDER_FLAGS = 0x01 | 0x10;

/** The result of `FPDF_RenderPageBitmap_Start` when rendering was paused. */
const TO_BE_CONTINUED = 1;
/** Bytes of an `IFSDK_PAUSE`: its version, the callback, and user data that is not used. */
const PAUSE_BYTES = 12;

/** Renders until done or out of time; returns true when done. PDFium calls back after every hundred objects. */
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
  /** Milliseconds that rendering may take. Whatever is not drawn by then is left out. */
  readonly milliseconds: number;
  /** Writes on the picture that something was left out. */
  readonly notePartial: (bitmap: number, width: number) => void;
};

/**
 * Renders a loaded page on white, `wanted` pixels wide or narrower to stay below `MAX_PIXELS`. The pixels are valid
 * only during `work`: they lie in PDFium's memory, because copying six megabytes takes as long as packing them.
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
