import type { FigureBox } from '../../../../domain/knowledge/figure.ts';
import { encodePng } from '../../pictures/encode-png.ts';
import { maxPictureBytes, maxSide } from '../figures/figure-limits.ts';
import type { Box } from './page-character.ts';
import { type Pdfium, withMemory } from './pdfium.ts';

/** Enough resolution to read small print in a box. */
const dotsPerInch = 200;
/** Margin around a figure, in points, so that its outermost lines are visible. */
const border = 3;
/** Units per side of a page: PDFium returns positions as integers. */
const parts = 1_000_000;
/** `FPDFBitmap_BGR`; `FPDF_ANNOT | FPDF_REVERSE_BYTE_ORDER` of `fpdfview.h`, which turns it into RGB. */
const colourBitmap = 2;
const renderFlags = 0x01 | 0x10;
/** How often a picture with too many bytes is halved in width. */
const maxAttempts = 4;

/** Maps a box of the page to its place on the page as shown: a file may rotate and crop it. */
const shownAt = (pdfium: Pdfium, page: number, { left, right, bottom, top }: Box): FigureBox =>
  withMemory(pdfium, 8, (pointer) => {
    const corner = (x: number, y: number): readonly [number, number] => {
      pdfium.call.FPDF_PageToDevice(page, 0, 0, parts, parts, 0, x, y, pointer, pointer + 4);
      const [across = 0, down = 0] = new Int32Array(pdfium.memory(), pointer, 2);
      const share = (value: number): number => Math.min(1, Math.max(0, value / parts));
      return [share(across), share(down)];
    };
    const [oneX, oneY] = corner(left - border, top + border);
    const [otherX, otherY] = corner(right + border, bottom - border);
    return {
      x: Math.min(oneX, otherX),
      y: Math.min(oneY, otherY),
      width: Math.abs(otherX - oneX),
      height: Math.abs(otherY - oneY),
    };
  });

type Drawing = { readonly width: number; readonly height: number; readonly pixels: Uint8Array };

/** Draws part of a page as shown, at `scale` pixels per point. */
const drawPart = (pdfium: Pdfium, page: number, box: FigureBox, scale: number): Drawing => {
  const { call } = pdfium;
  const whole = {
    width: Math.max(1, Math.round(call.FPDF_GetPageWidthF(page) * scale)),
    height: Math.max(1, Math.round(call.FPDF_GetPageHeightF(page) * scale)),
  };
  const left = Math.floor(box.x * whole.width);
  const top = Math.floor(box.y * whole.height);
  const width = Math.max(1, Math.min(maxSide, Math.ceil(box.width * whole.width)));
  const height = Math.max(1, Math.min(maxSide, Math.ceil(box.height * whole.height)));
  const stride = width * 3;
  return withMemory(pdfium, stride * height, (pointer) => {
    const bitmap = call.FPDFBitmap_CreateEx(width, height, colourBitmap, pointer, stride);
    if (bitmap === 0) throw new Error('A figure cannot be drawn.');
    try {
      call.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
      call.FPDF_RenderPageBitmap(bitmap, page, -left, -top, whole.width, whole.height, 0, renderFlags);
      return { width, height, pixels: new Uint8Array(pdfium.memory(), pointer, stride * height).slice() };
    } finally {
      call.FPDFBitmap_Destroy(bitmap);
    }
  });
};

/** A part of a page as a picture. */
export type DrawnFigure = {
  readonly box: FigureBox;
  readonly width: number;
  readonly height: number;
  /** PNG. */
  readonly image: Uint8Array;
};

/** Draws a figure of a loaded page; `undefined` if nothing of it is visible or it has too many bytes. */
export const drawFigure = (pdfium: Pdfium, page: number, place: Box): DrawnFigure | undefined => {
  const { call } = pdfium;
  const box = shownAt(pdfium, page, place);
  const points = Math.max(
    box.width * call.FPDF_GetPageWidthF(page),
    box.height * call.FPDF_GetPageHeightF(page),
  );
  if (!(points >= 1) || box.width <= 0 || box.height <= 0) return undefined;
  let scale = Math.min(dotsPerInch / 72, (maxSide - 2) / points);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { width, height, pixels } = drawPart(pdfium, page, box, scale);
    const image = encodePng({ width, height, pixels });
    if (image.length <= maxPictureBytes) return { box, width, height, image };
    scale /= 2;
  }
  return undefined;
};
