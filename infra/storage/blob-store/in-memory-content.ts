import { createHash } from 'node:crypto';
import type { ObjectContent } from './s3/s3-objects.ts';
import { PIECE } from './spool-content.ts';

/** Presents bytes in memory as the content of an object. */
export const inMemory = (content: Uint8Array): ObjectContent => ({
  size: content.byteLength,
  sha256: createHash('sha256').update(content).digest('hex'),
  read: async function* ({ start, end } = { start: 0, end: content.byteLength - 1 }) {
    for (let at = start; at <= end; at += PIECE) yield content.subarray(at, Math.min(at + PIECE, end + 1));
  },
});
