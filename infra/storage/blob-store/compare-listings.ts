import type { BlobStore, StoredBlob } from '../../../ports/blob-store.ts';

type Beside = {
  readonly blob: StoredBlob /** Whether the other store lists it, with the same size. */;
  readonly isThere: boolean;
};

/** The blobs of a store, and which of them another one has: both listed in order, so that nothing is asked for each. */
export const besideThose = async function* (
  store: Pick<BlobStore, 'list'>,
  other: Pick<BlobStore, 'list'>,
): AsyncIterable<Beside> {
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
