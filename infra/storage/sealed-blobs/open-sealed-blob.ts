import type { BlobStore } from '../../../ports/blob-store.ts';
import type { BlobKeys } from './data-key.ts';
import { contentAltered } from './sealed-blob-failures.ts';
import { layoutOf, segmentStart, wrappedKeyOf } from './sealed-layout.ts';
import { inPieces, openSegment, SEALED_SEGMENT_BYTES, SEGMENT_BYTES } from './sealed-segments.ts';

type Range = { readonly start: number; readonly end: number };

/** A sealed blob with the key to its content. */
type SealedBlob = {
  readonly sha256: string;
  readonly dataKey: Uint8Array;
  readonly layout: { readonly size: number; readonly segments: number };
};

/** The opened bytes of one segment that belong to a range of the content. */
const stretchOf = (opened: Uint8Array, index: number, { start, end }: Range): Uint8Array => {
  const begins = index * SEGMENT_BYTES;
  return opened.subarray(Math.max(0, start - begins), Math.max(0, end + 1 - begins));
};

/** Runs work that opens content, and reports a failure as altered content. */
export const reportAsAltered = <Value>(sha256: string, work: () => Value): Value => {
  try {
    return work();
  } catch (cause) {
    throw contentAltered(cause, sha256);
  }
};

/** Opens a whole sealed blob in memory. */
export const openWholeBlob = (stored: Uint8Array, keys: BlobKeys): Uint8Array => {
  const layout = layoutOf(stored.byteLength);
  if (!layout) throw new Error('No sealed blob has this length.');
  const dataKey = keys.unwrap(wrappedKeyOf(stored));
  const content = Buffer.allocUnsafe(layout.size);
  for (let index = 0; index < layout.segments; index += 1) {
    const sealed = stored.subarray(segmentStart(index), segmentStart(index + 1));
    content.set(openSegment(sealed, dataKey, index, index === layout.segments - 1), index * SEGMENT_BYTES);
  }
  return content;
};

/** Reads the content of a sealed blob, or a range of it. */
export async function* openRange(
  blobs: Pick<BlobStore, 'read'>,
  { sha256, dataKey, layout: { size, segments } }: SealedBlob,
  wanted: Range | undefined,
): AsyncGenerator<Uint8Array> {
  const range = { start: wanted?.start ?? 0, end: Math.min(wanted?.end ?? size - 1, size - 1) };
  // Empty content has a last segment too, which is opened to verify that the content is complete.
  if (range.start > range.end && size > 0) return;
  const first = size === 0 ? 0 : Math.floor(range.start / SEGMENT_BYTES);
  const last = size === 0 ? 0 : Math.floor(range.end / SEGMENT_BYTES);
  const sealed = blobs.read(sha256, { start: segmentStart(first), end: segmentStart(last + 1) - 1 });
  let index = first;
  for await (const { piece } of inPieces(sealed, SEALED_SEGMENT_BYTES)) {
    const opened = reportAsAltered(sha256, () => openSegment(piece, dataKey, index, index === segments - 1));
    const part = stretchOf(opened, index, range);
    if (part.byteLength > 0) yield part;
    index += 1;
  }
  if (index !== last + 1) throw contentAltered(undefined, sha256);
}
