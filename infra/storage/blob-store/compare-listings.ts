import type { BlobStore, StoredBlob } from '../../../ports/blob-store.ts';

type ComparedBlob = {
  readonly blob: StoredBlob;
  /** True when the other store lists the blob with the same size. */
  readonly isThere: boolean;
};

/**
 * Lists the blobs of a store with whether another store has them. Merges the two ordered lists, so there is no
 * request per blob.
 */
export const compareListings = async function* (
  store: Pick<BlobStore, 'list'>,
  other: Pick<BlobStore, 'list'>,
): AsyncIterable<ComparedBlob> {
  const others = other.list()[Symbol.asyncIterator]();
  try {
    let next = await others.next();
    for await (const blob of store.list()) {
      while (!next.done && next.value.sha256 < blob.sha256) next = await others.next();
      yield {
        blob,
        isThere: !next.done && next.value.sha256 === blob.sha256 && next.value.size === blob.size,
      };
    }
  } finally {
    await others.return?.();
  }
};
