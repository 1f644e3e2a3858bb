import { pngSize } from '../../pictures/png-size.ts';
import { jpegSize } from './jpeg-size.ts';

/** How many pixels the head of a picture says it has, which is what opening it takes; none of what is not opened. */
export const claimedPixels = (bytes: Uint8Array): number => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const { width, height } = pngSize(file) ?? jpegSize(file) ?? { width: 0, height: 0 };
  return width * height;
};
