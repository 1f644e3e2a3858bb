import type { BlobStore } from '../../ports/blob-store.ts';

/** Finds the listed entry of a blob, whose mark is needed to remove it. */
const findBlob = async (sha256: string, blobs: Pick<BlobStore, 'list'>) => {
  // A prefix sorts before all addresses that start with it; few addresses share all digits but the last.
  for await (const blob of blobs.list(sha256.slice(0, -1))) {
    if (blob.sha256 === sha256) return blob;
    if (blob.sha256 > sha256) return undefined;
  }
  return undefined;
};

/** Removes files, including those stored again meanwhile. Returns how many were removed. */
export const removeFiles = async (
  files: Iterable<string>,
  blobs: Pick<BlobStore, 'list' | 'remove'>,
  signal: AbortSignal,
): Promise<number> => {
  let gone = 0;
  for (const sha256 of files) {
    signal.throwIfAborted();
    for (;;) {
      const found = await findBlob(sha256, blobs);
      if (!found || (await blobs.remove(found))) break;
    }
    gone += 1;
  }
  return gone;
};
