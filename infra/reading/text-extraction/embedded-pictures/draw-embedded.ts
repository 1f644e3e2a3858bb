import { decodePng } from '../../pictures/decode-png.ts';
import { encodePng } from '../../pictures/encode-png.ts';
import { shrinkPicture } from '../../pictures/shrink-picture.ts';
import { maxPictureBytes, maxSide, maxSourcePixels, minSide } from '../figures/figure-limits.ts';
import type { Pdfium } from '../pdf/pdfium.ts';
import { drawJpeg } from './draw-jpeg.ts';

/** How often a picture with too many bytes is halved in width. */
const maxAttempts = 4;

/**
 * Redraws a picture from a file: nothing but its colours is passed on. Returns `undefined` if it is neither PNG nor
 * JPEG, is broken, is too large, or is as small as an icon.
 */
export const drawEmbedded = async (
  bytes: Uint8Array,
  loadPdfium: () => Promise<Pdfium>,
): Promise<{ readonly width: number; readonly height: number; readonly image: Uint8Array } | undefined> => {
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  const limits = { longest: maxSide, maxPixels: maxSourcePixels };
  const picture = isJpeg ? drawJpeg(await loadPdfium(), bytes, limits) : decodePng(bytes, maxSourcePixels);
  if (picture === undefined || Math.min(picture.width, picture.height) < minSide) return undefined;
  let longest = maxSide;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { width, height, pixels } = shrinkPicture(picture, longest);
    const image = encodePng({ width, height, pixels });
    if (image.length <= maxPictureBytes) return { width, height, image };
    longest /= 2;
  }
  return undefined;
};
