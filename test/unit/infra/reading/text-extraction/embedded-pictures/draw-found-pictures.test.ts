import { expect, it, vi } from 'vitest';
import { encodePng } from '../../../../../../infra/reading/pictures/encode-png.ts';
import { drawFoundPictures } from '../../../../../../infra/reading/text-extraction/embedded-pictures/draw-found-pictures.ts';

const drawing = {
  pdfium: () => Promise.reject(new Error('No JPEG is drawn.')),
  onFigures: () => {},
  skipFigures: false,
};
const small = encodePng({ width: 50, height: 50, pixels: new Uint8Array(50 * 50 * 3) });

/** A picture whose header declares its size, and whose rows do not match it. */
const claiming = (width: number, height: number): Uint8Array => {
  const file = Buffer.from(small);
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
};
const placed = (read: () => Uint8Array, name?: string) => ({
  ...(name === undefined ? {} : { name }),
  read: async () => read(),
  caption: undefined,
  anchors: [],
});

it('a picture that appears in many places is opened once', async () => {
  const read = vi.fn(() => small);
  const figures = await drawFoundPictures(
    Array.from({ length: 30 }, () => placed(read, 'word/media/zebra.png')),
    drawing,
  );
  expect(figures).toHaveLength(30);
  expect(read).toHaveBeenCalledOnce();
});

it('pictures are opened up to the permitted number of pixels per document', async () => {
  const last = placed(() => small);
  const full = placed(() => claiming(10_000, 5_000));
  expect(await drawFoundPictures([...Array.from({ length: 9 }, () => full), last], drawing)).toHaveLength(1);
  expect(await drawFoundPictures([...Array.from({ length: 10 }, () => full), last], drawing)).toEqual([]);
});

it('a picture too large to be opened does not count', async () => {
  const huge = placed(() => claiming(60_000, 60_000));
  expect(await drawFoundPictures([huge, placed(() => small)], drawing)).toHaveLength(1);
});

it('a picture that misstates its size is not treated as small', async () => {
  const text = Buffer.alloc(42);
  text.writeUInt32BE(30, 0);
  text.write('tEXt', 4, 'latin1');
  const packed = Buffer.concat([Buffer.from(small).subarray(0, 8), text, Buffer.from(small).subarray(8)]);
  expect(await drawFoundPictures([placed(() => packed)], drawing)).toEqual([]);
});
