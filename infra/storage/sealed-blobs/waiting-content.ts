import { randomBytes } from 'node:crypto';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { openSegments, sealSegments } from './sealed-segments.ts';

/** Content up to this size waits in memory until its subject is known: most guidelines are smaller. */
const HELD_IN_MEMORY = 1024 * 1024;

export async function* inOrder(...parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

/** Content that waits until its subject is known: in memory, or on disk under a key that is only in memory. */
type WaitingContent = {
  readonly content: () => AsyncIterable<Uint8Array>;
  readonly discard: () => Promise<void>;
};

/** Reads the whole stream and holds its content. */
export const bufferContent = async (
  content: AsyncIterable<Uint8Array>,
  blobs: BlobStore,
): Promise<WaitingContent> => {
  const parts = content[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  while (!isWhole && size <= HELD_IN_MEMORY) {
    const next = await parts.next();
    isWhole = next.done === true;
    if (next.done) break;
    held.push(Uint8Array.from(next.value));
    size += next.value.byteLength;
  }
  if (isWhole) return { content: () => inOrder(...held), discard: async () => {} };

  const key = randomBytes(32);
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      for (let part = held.shift(); part !== undefined; part = held.shift()) yield part;
      yield* { [Symbol.asyncIterator]: () => parts };
    } finally {
      await parts.return?.();
    }
  }
  const staged = await blobs.stage(sealSegments(all(), key), Number.MAX_SAFE_INTEGER);
  return { content: () => openSegments(staged.read(), key), discard: staged.discard };
};
