import { SEALED_SEGMENT_BYTES, SEGMENT_BYTES, TAG_BYTES } from './sealed-segments.ts';

/** How a sealed blob begins. No text and no format that is ingested begins like that. */
export const MARK = Buffer.from('8f616e616d6e657369732d626c6f6201', 'hex');
/** A wrapped data key: nonce, 32 bytes of key, and tag. */
export const WRAPPED_KEY_BYTES = 12 + 32 + 16;
/** The mark and the wrapped data key, before the sealed segments. */
export const HEAD_BYTES = MARK.byteLength + WRAPPED_KEY_BYTES;

/** What there is in a sealed blob. */
export type SealedLayout = {
  /** Bytes of the content. */
  readonly size: number;
  readonly segments: number;
};

/** The layout of a sealed blob by its stored bytes; `undefined` where no content has that size. */
export const layoutOf = (stored: number): SealedLayout | undefined => {
  const body = stored - HEAD_BYTES;
  const segments = Math.ceil(body / SEALED_SEGMENT_BYTES);
  const size = body - segments * TAG_BYTES;
  // Only an empty content has an empty segment.
  const isWhole = segments > 0 && (size > (segments - 1) * SEGMENT_BYTES || (size === 0 && segments === 1));
  return isWhole ? { size, segments } : undefined;
};

/** Where a segment begins. */
export const segmentStart = (index: number): number => HEAD_BYTES + index * SEALED_SEGMENT_BYTES;

/** Whether stored bytes begin as a sealed blob does. */
export const isSealed = (head: Uint8Array): boolean =>
  head.byteLength >= MARK.byteLength && MARK.equals(head.subarray(0, MARK.byteLength));

/** The wrapped data key of a sealed blob that begins like this. */
export const wrappedKeyOf = (head: Uint8Array): Uint8Array => head.subarray(MARK.byteLength, HEAD_BYTES);
