import { constants, deflateRawSync, deflateSync } from 'node:zlib';

/** The Adler-32 checksum at the end of a zlib stream; PDF readers ignore it. */
const anyChecksum = Buffer.alloc(4);

/**
 * Deflates a piece repeated `times` times without holding the result: each piece is compressed as separate byte-aligned
 * blocks, the last of which is marked final.
 */
const deflateRepeated = (piece: Buffer, times: number): Buffer => {
  const block = deflateRawSync(piece, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
  return Buffer.concat([
    Buffer.from([0x78, 0xda]),
    ...Array.from({ length: times }, () => block),
    deflateRawSync(Buffer.alloc(0)),
    anyChecksum,
  ]);
};

/** A PDF of one page whose content is `piece` repeated `times` times, compressed `layers` times. */
export const writePdfBomb = (piece: Buffer, times: number, layers: number): Uint8Array => {
  let packed = deflateRepeated(piece, times);
  for (let layer = 1; layer < layers; layer += 1) packed = deflateSync(packed, { level: 9 });
  const filter = `[${'/FlateDecode '.repeat(layers)}]`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [5 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${packed.length} /Filter ${filter} >>\nstream\n${packed.toString('latin1')}\nendstream`,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 4 0 R >>',
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Root 1 0 R >>\n%%EOF\n`, 'latin1');
};
