import { SEALED_SEGMENT_BYTES, SEGMENT_BYTES, TAG_BYTES } from './sealed-segments.ts';

/** The first bytes of a sealed blob. No text and no ingested format begins with them. */
export const MARK = Buffer.from('8f616e616d6e657369732d626c6f6201', 'hex');
/** A wrapped data key: nonce, 32 bytes of key, and tag. */
export const WRAPPED_KEY_BYTES = 12 + 32 + 16;
/** The mark and the wrapped data key, before the sealed segments. */
export const HEAD_BYTES = MARK.byteLength + WRAPPED_KEY_BYTES;

/** The size of a sealed blob's content. */
export type SealedLayout = {
  /** Bytes of the content. */
  readonly size: number;
  readonly segments: number;
};

/** The layout of a sealed blob, from its stored size; `undefined` if no sealed blob has that size. */
export const layoutOf = (stored: number): SealedLayout | undefined => {
  const body = stored - HEAD_BYTES;
  const segments = Math.ceil(body / SEALED_SEGMENT_BYTES);
  const size = body - segments * TAG_BYTES;
  // Only empty content has an empty segment.
  const isWhole = segments > 0 && (size > (segments - 1) * SEGMENT_BYTES || (size === 0 && segments === 1));
  return isWhole ? { size, segments } : undefined;
};

/** The offset of a segment. */
export const segmentStart = (index: number): number => HEAD_BYTES + index * SEALED_SEGMENT_BYTES;

/** True if stored bytes begin like a sealed blob. */
export const isSealed = (head: Uint8Array): boolean =>
  head.byteLength >= MARK.byteLength && MARK.equals(head.subarray(0, MARK.byteLength));

/** The wrapped data key in the head of a sealed blob. */
export const wrappedKeyOf = (head: Uint8Array): Uint8Array => head.subarray(MARK.byteLength, HEAD_BYTES);
