import { createCipheriv, createDecipheriv } from 'node:crypto';

/**
 * The content of a sealed blob: segments of 64 KiB, each AES-256-GCM under the blob's own data key, in the STREAM
 * construction (Hoang, Reyhanitabar, Rogaway and Vizár 2015, section 7): the nonce counts the segments and marks the
 * last one, so that none can be omitted, moved, repeated or truncated. Empty content has one segment, the last.
 */
export const SEGMENT_BYTES = 64 * 1024;
const CIPHER = 'aes-256-gcm';
export const TAG_BYTES = 16;
export const SEALED_SEGMENT_BYTES = SEGMENT_BYTES + TAG_BYTES;

/**
 * A data key seals only one content, so a counter is a safe nonce: 7 zero bytes, 4 for the number, 1 for the last.
 */
const nonceOf = (index: number, isLast: boolean): Uint8Array => {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
};

const sealSegment = (
  content: Uint8Array,
  dataKey: Uint8Array,
  index: number,
  isLast: boolean,
): Uint8Array => {
  const cipher = createCipheriv(CIPHER, dataKey, nonceOf(index, isLast), { authTagLength: TAG_BYTES });
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
};

/** Opens a segment. Throws if the key, the place or a single bit differs from when it was sealed. */
export const openSegment = (
  sealed: Uint8Array,
  dataKey: Uint8Array,
  index: number,
  isLast: boolean,
): Uint8Array => {
  if (sealed.byteLength < TAG_BYTES) throw new Error('The segment is too short.');
  const decipher = createDecipheriv(CIPHER, dataKey, nonceOf(index, isLast), { authTagLength: TAG_BYTES });
  const end = sealed.byteLength - TAG_BYTES;
  decipher.setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
};

/**
 * Cuts a stream into pieces of exactly `size` bytes and a last one of 0 to `size`, the only one with `isLast`. Pieces
 * are copies, which the caller may keep.
 */
export async function* inPieces(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ readonly piece: Uint8Array; readonly isLast: boolean }> {
  let gathered = Buffer.allocUnsafe(size);
  let length = 0;
  for await (const part of content) {
    let from = 0;
    while (from < part.byteLength) {
      if (length === size) {
        yield { piece: gathered, isLast: false };
        gathered = Buffer.allocUnsafe(size);
        length = 0;
      }
      const taken = Math.min(size - length, part.byteLength - from);
      gathered.set(part.subarray(from, from + taken), length);
      length += taken;
      from += taken;
    }
  }
  yield { piece: gathered.subarray(0, length), isLast: true };
}

/** Seals a stream, segment by segment. */
export async function* sealSegments(
  content: AsyncIterable<Uint8Array>,
  dataKey: Uint8Array,
): AsyncGenerator<Uint8Array> {
  let index = 0;
  for await (const { piece, isLast } of inPieces(content, SEGMENT_BYTES)) {
    yield sealSegment(piece, dataKey, index, isLast);
    index += 1;
  }
}

/** Opens the output of `sealSegments`, segment by segment. Throws if it is incomplete or altered. */
export async function* openSegments(
  sealed: AsyncIterable<Uint8Array>,
  dataKey: Uint8Array,
): AsyncGenerator<Uint8Array> {
  let index = 0;
  for await (const { piece, isLast } of inPieces(sealed, SEALED_SEGMENT_BYTES)) {
    yield openSegment(piece, dataKey, index, isLast);
    index += 1;
  }
}
