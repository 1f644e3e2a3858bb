import { constants, crc32, deflateSync } from 'node:zlib';

/** A picture in colour: three bytes per pixel, row by row from the top. */
export type ColourPicture = {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
};

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The PNG colour types in use here. */
const GRAY = 0;
const TRUECOLOUR = 2;

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};

/** Each row begins with its filter type: 0, none. */
const rowsOf = (samples: Uint8Array, rowLength: number, height: number): Uint8Array => {
  const rows = new Uint8Array((rowLength + 1) * height);
  for (let row = 0; row < height; row += 1)
    rows.set(samples.subarray(row * rowLength, (row + 1) * rowLength), row * (rowLength + 1) + 1);
  return rows;
};

/** Returns rows with one byte per pixel instead of three equal ones; `undefined` if a pixel has a colour. */
const grayRowsOf = ({ width, height, pixels }: ColourPicture): Uint8Array | undefined => {
  const rows = new Uint8Array((width + 1) * height);
  let from = 0;
  let to = 0;
  for (let row = 0; row < height; row += 1) {
    to += 1;
    for (let column = 0; column < width; column += 1) {
      const sample = pixels[from] ?? 0;
      if (sample !== pixels[from + 1] || sample !== pixels[from + 2]) return undefined;
      rows[to] = sample;
      from += 3;
      to += 1;
    }
  }
  return rows;
};

/**
 * Encodes a picture as PNG (W3C, third edition). Rows are not filtered, and compression is fast: a page is mostly
 * paper, which more effort hardly makes smaller. A page in black and white starts from a third of the bytes.
 */
export const encodePng = (picture: ColourPicture): Uint8Array => {
  const { width, height, pixels } = picture;
  const gray = grayRowsOf(picture);
  const rows = gray ?? rowsOf(pixels, width * 3, height);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, gray ? GRAY : TRUECOLOUR, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1, strategy: constants.Z_DEFAULT_STRATEGY })),
    chunk('IEND', new Uint8Array()),
  ]);
};
