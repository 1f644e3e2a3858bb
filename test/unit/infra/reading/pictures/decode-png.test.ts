import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePng } from '../../../../../infra/reading/pictures/decode-png.ts';
import { encodePng } from '../../../../../infra/reading/pictures/encode-png.ts';
import { shrinkPicture } from '../../../../../infra/reading/pictures/shrink-picture.ts';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const chunk = (type: string, data: Uint8Array): Buffer => {
  const framed = Buffer.alloc(data.length + 12);
  framed.writeUInt32BE(data.length, 0);
  framed.write(type, 4, 'latin1');
  framed.set(data, 8);
  return framed;
};
const header = (width: number, height: number, depth: number, colour: number, interlace = 0): Buffer => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, colour, 0, 0, interlace], 8);
  return chunk('IHDR', data);
};
const png = (head: Buffer, rows: readonly number[], more: readonly Buffer[] = []): Buffer =>
  Buffer.concat([
    signature,
    head,
    ...more,
    chunk('IDAT', deflateSync(Uint8Array.from(rows))),
    chunk('IEND', new Uint8Array()),
  ]);

describe('a PNG', () => {
  it('is decoded as it was encoded', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 255 })),
        (width, height, values) => {
          const pixels = Uint8Array.from({ length: width * height * 3 }, () => values.next().value ?? 0);
          expect(decodePng(encodePng({ width, height, pixels }), 1000)).toEqual({ width, height, pixels });
        },
      ),
    );
  });

  it.each([
    ['one bit per pixel', png(header(3, 1, 1, 0), [0, 0b10100000]), [255, 0, 255]],
    ['filtered by the left pixel', png(header(3, 1, 8, 0), [1, 5, 5, 5]), [5, 10, 15]],
    ['filtered by the pixel above', png(header(1, 3, 8, 0), [0, 7, 2, 1, 2, 1]), [7, 8, 9]],
    ['16 bits per channel', png(header(2, 1, 16, 0), [0, 200, 9, 100, 9]), [200, 100]],
    ['transparent on white', png(header(2, 1, 8, 4), [0, 0, 0, 0, 255]), [255, 0]],
    [
      'with a palette',
      png(header(2, 1, 8, 3), [0, 1, 0], [chunk('PLTE', Uint8Array.of(9, 9, 9, 70, 70, 70))]),
      [70, 9],
    ],
  ])('is decoded: %s', (_, file, grays) => {
    expect([...(decodePng(file, 100)?.pixels ?? [])]).toEqual(grays.flatMap((gray) => [gray, gray, gray]));
  });

  it.each([
    ['is not a PNG', Buffer.from('GIF89a')],
    ['is truncated', png(header(9, 9, 8, 2), [0, 1]).subarray(0, 40)],
    ['has fewer rows than declared', png(header(9, 9, 8, 2), [0, 1])],
    ['unpacks to more than declared', png(header(1, 1, 8, 0), new Array(100_000).fill(0))],
    ['declares 60,000 by 60,000 pixels', png(header(60_000, 60_000, 8, 2), [0])],
    ['has no pixels', png(header(0, 5, 8, 2), [0])],
    ['has more bytes than its pixels need', png(header(1000, 1000, 16, 6), [0])],
    [
      'declares its size late',
      Buffer.concat([
        signature,
        chunk('tEXt', Buffer.alloc(30)),
        png(header(1, 1, 8, 0), [0, 5]).subarray(8),
      ]),
    ],
    ['is interlaced', png(header(1, 1, 8, 0, 1), [0, 5])],
    ['has an unknown filter', png(header(1, 1, 8, 0), [9, 5])],
  ])('is rejected when it %s', (_, file) => {
    expect(decodePng(file, 1_000_000)).toBeUndefined();
  });
});

it('is scaled down by the mean of its pixels, for any shape', () => {
  const pixels = Uint8Array.from([0, 0, 0, 100, 100, 100, 50, 50, 50, 150, 150, 150]);
  expect(shrinkPicture({ width: 4, height: 1, pixels }, 2)).toEqual({
    width: 2,
    height: 1,
    pixels: Uint8Array.from([50, 50, 50, 100, 100, 100]),
  });
  expect(shrinkPicture({ width: 4, height: 1, pixels }, 4)).toMatchObject({ width: 4 });
});
