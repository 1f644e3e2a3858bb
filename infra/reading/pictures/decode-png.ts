import { inflateSync } from 'node:zlib';
import type { ColourPicture } from './encode-png.ts';
import { pngSize } from './png-size.ts';

/** Samples per pixel by colour type: gray, colour, palette, gray with alpha, colour with alpha. */
const samplesOf: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);
const PALETTE = 3;

type Header = {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colour: number;
};

/** Most bytes per pixel in a picture of the largest size; smaller ones may have up to 8, as with 16-bit samples. */
const MAX_PIXEL_BYTES = 4;
/** Most chunks of a file to read. */
const MAX_CHUNKS = 10_000;

function* chunksOf(file: Buffer): Generator<{ readonly type: string; readonly data: Buffer }> {
  let at = 8;
  for (let count = 0; count < MAX_CHUNKS && at + 12 <= file.length; count += 1) {
    const length = file.readUInt32BE(at);
    if (at + 12 + length > file.length) return;
    yield { type: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

const headerOf = (data: Buffer): Header | undefined => {
  if (data.length !== 13) return undefined;
  const [depth = 0, colour = 0, compression, filter, interlace] = data.subarray(8);
  // Interlaced pictures (seven passes) are rare, and are left out.
  if (compression !== 0 || filter !== 0 || interlace !== 0) return undefined;
  if (!samplesOf.has(colour) || ![1, 2, 4, 8, 16].includes(depth)) return undefined;
  if (depth < 8 && colour !== 0 && colour !== PALETTE) return undefined;
  return { width: data.readUInt32BE(0), height: data.readUInt32BE(4), depth, colour };
};

const paeth = (left: number, above: number, corner: number): number => {
  const guess = left + above - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
};

/** Undoes the row filters in place. Returns false if a filter is unknown. */
const unfilter = (rows: Buffer, rowLength: number, height: number, pixel: number): boolean => {
  for (let row = 0; row < height; row += 1) {
    const start = row * (rowLength + 1);
    const filter = rows[start] ?? 0;
    if (filter > 4) return false;
    for (let at = 1; at <= rowLength; at += 1) {
      const place = start + at;
      const left = at > pixel ? (rows[place - pixel] ?? 0) : 0;
      const above = row > 0 ? (rows[place - rowLength - 1] ?? 0) : 0;
      const corner = at > pixel && row > 0 ? (rows[place - rowLength - 1 - pixel] ?? 0) : 0;
      const added =
        filter === 1
          ? left
          : filter === 2
            ? above
            : filter === 3
              ? (left + above) >> 1
              : filter === 4
                ? paeth(left, above, corner)
                : 0;
      rows[place] = ((rows[place] ?? 0) + added) & 0xff;
    }
  }
  return true;
};

/** Blends a sample with white paper. */
const onWhite = (value: number, opacity: number): number =>
  Math.round((value * opacity + 255 * (255 - opacity)) / 255);

/**
 * Decodes a PNG (W3C, third edition) to colours on white. Returns `undefined` if the file is not a PNG, is broken, is
 * interlaced, or has more than `maxPixels`. Inflates nothing in that case, and never more than the header declares.
 */
export const decodePng = (bytes: Uint8Array, maxPixels: number): ColourPicture | undefined => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (pngSize(file) === undefined) return undefined;
  let header: Header | undefined;
  let palette: Buffer | undefined;
  let opacities: Buffer | undefined;
  const packed: Buffer[] = [];
  for (const { type, data } of chunksOf(file)) {
    if (type === 'IHDR') header ??= headerOf(data);
    else if (type === 'PLTE') palette = data;
    else if (type === 'tRNS') opacities = data;
    else if (type === 'IDAT') packed.push(data);
    else if (type === 'IEND') break;
  }
  if (header === undefined) return undefined;
  const { width, height, depth, colour } = header;
  if (width === 0 || height === 0 || width * height > maxPixels) return undefined;
  const samples = samplesOf.get(colour) ?? 1;
  const rowLength = Math.ceil((width * samples * depth) / 8);
  const length = (rowLength + 1) * height;
  if (length > maxPixels * MAX_PIXEL_BYTES) return undefined;
  let rows: Buffer;
  try {
    rows = inflateSync(Buffer.concat(packed), { maxOutputLength: length });
  } catch {
    return undefined;
  }
  if (rows.length !== length) return undefined;
  if (!unfilter(rows, rowLength, height, Math.max(1, (samples * depth) >> 3))) return undefined;
  const scale = depth < 8 && colour !== PALETTE ? 255 / (2 ** depth - 1) : 1;
  /** Returns a sample as a byte: of 16 bits, the upper ones. */
  const sample = (row: number, index: number): number => {
    const start = row * (rowLength + 1) + 1;
    if (depth === 16) return rows[start + index * 2] ?? 0;
    if (depth === 8) return rows[start + index] ?? 0;
    const bit = index * depth;
    const value = ((rows[start + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
    return Math.round(value * scale);
  };
  const pixels = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const to = (row * width + column) * 3;
      const first = column * samples;
      const one = sample(row, first);
      const [red, green, blue, opacity] =
        colour === PALETTE
          ? [
              palette?.[one * 3] ?? 0,
              palette?.[one * 3 + 1] ?? 0,
              palette?.[one * 3 + 2] ?? 0,
              opacities?.[one] ?? 255,
            ]
          : samples < 3
            ? [one, one, one, samples === 2 ? sample(row, first + 1) : 255]
            : [
                one,
                sample(row, first + 1),
                sample(row, first + 2),
                samples === 4 ? sample(row, first + 3) : 255,
              ];
      pixels[to] = onWhite(red, opacity);
      pixels[to + 1] = onWhite(green, opacity);
      pixels[to + 2] = onWhite(blue, opacity);
    }
  return { width, height, pixels };
};
