import type { BlobStore } from '../../../ports/blob-store.ts';
import { layoutOf } from './sealed-layout.ts';

const FLOAT_BYTES = 4;

/**
 * Computes the number of vectors in a blob from its size, without opening it and without a key. Undefined if the blob
 * does not exist, or no number of vectors has that size.
 */
export const createVectorsInBlob =
  ({ sizeOf }: Pick<BlobStore, 'sizeOf'>) =>
  async (sha256: string, dimensions: number): Promise<number | undefined> => {
    const stored = await sizeOf(sha256);
    if (stored === undefined) return undefined;
    // Older content is not sealed.
    for (const size of [layoutOf(stored)?.size, stored])
      if (size !== undefined && size % (dimensions * FLOAT_BYTES) === 0)
        return size / (dimensions * FLOAT_BYTES);
    return undefined;
  };
