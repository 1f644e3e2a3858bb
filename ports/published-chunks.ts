import type { Chunk } from '../domain/knowledge/chunk.ts';
import { decodeChunks, encodeChunks } from '../domain/knowledge/published-chunks.ts';
import type { SealedBlobs } from './sealed-blobs.ts';
import { beginTimeSlice } from './time-slice.ts';

/** All of an iterable that takes long, in time slices. */
const collect = async <Item>(items: Iterable<Item>): Promise<readonly Item[]> => {
  const collected: Item[] = [];
  const slice = beginTimeSlice();
  for (const item of items) {
    collected.push(item);
    if (slice.isOver()) await slice.yield();
  }
  return collected;
};

/** Reads the chunks of a document version; the event loop runs in between. Rejects as reading blobs does. */
export const readPublishedChunks = async (
  blobs: Pick<SealedBlobs, 'get'>,
  sha256: string,
  subject: string,
): Promise<readonly Chunk[]> => collect(decodeChunks(await blobs.get(sha256, subject)));

/** Stores the chunks of a document version, sealed; the event loop runs in between. Returns their address. */
export const storePublishedChunks = async (
  blobs: Pick<SealedBlobs, 'putBytes'>,
  chunks: readonly Chunk[],
  subject: string,
): Promise<string> =>
  (await blobs.putBytes(Buffer.concat(await collect(encodeChunks(chunks))), subject)).sha256;
