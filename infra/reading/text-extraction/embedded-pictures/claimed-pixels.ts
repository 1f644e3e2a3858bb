import { pngSize } from '../../pictures/png-size.ts';
import { jpegSize } from './jpeg-size.ts';

/**
 * Returns the pixels that the header of a picture declares, which determine the cost of opening it; 0 for a file that
 * is not opened.
 */
export const claimedPixels = (bytes: Uint8Array): number => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const { width, height } = pngSize(file) ?? jpegSize(file) ?? { width: 0, height: 0 };
  return width * height;
};
