import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodePng } from '../../../../../infra/reading/pictures/encode-png.ts';

/** The chunks of a PNG with their checksums verified. */
const chunksOf = (png: Uint8Array): ReadonlyMap<string, Buffer> => {
  const bytes = Buffer.from(png);
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 4, at + 8 + length);
    expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    chunks.set(body.subarray(0, 4).toString('latin1'), body.subarray(4));
    at += length + 12;
  }
  return chunks;
};

const rowsOf = (chunks: ReadonlyMap<string, Buffer>): readonly number[] => [
  ...inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0)),
];

describe('a picture as PNG', () => {
  it('keeps its pixels in colour', () => {
    const chunks = chunksOf(encodePng({ width: 2, height: 1, pixels: Uint8Array.of(255, 0, 0, 9, 9, 9) }));
    expect([...(chunks.get('IHDR') ?? [])]).toEqual([0, 0, 0, 2, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
    expect(rowsOf(chunks)).toEqual([0, 255, 0, 0, 9, 9, 9]);
    expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND']);
  });

  it('has one byte per pixel when it is black and white', () => {
    const pixels = Uint8Array.of(0, 0, 0, 255, 255, 255);
    const chunks = chunksOf(encodePng({ width: 1, height: 2, pixels }));
    expect(chunks.get('IHDR')?.[9]).toBe(0);
    expect(rowsOf(chunks)).toEqual([0, 0, 0, 255]);
  });
});
