import type { GrayImage } from './gray-image.ts';

/** Encodes a picture as a binary portable graymap: the one uncompressed format that every build of tesseract reads. */
export const toGraymap = ({ width, height, pixels }: GrayImage): Buffer =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), pixels]);
