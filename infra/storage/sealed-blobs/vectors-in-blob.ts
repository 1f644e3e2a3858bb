import type { BlobStore } from '../../../ports/blob-store.ts';
import { layoutOf } from './sealed-layout.ts';

const FLOAT_BYTES = 4;

/**
 * How many vectors a blob of them holds, by its size: nothing is opened, and no key is needed. Undefined where there is no
 * such blob, or it is not as long as such would be.
 */
export const createVectorsInBlob =
  ({ sizeOf }: Pick<BlobStore, 'sizeOf'>) =>
  async (sha256: string, dimensions: number): Promise<number | undefined> => {
    const stored = await sizeOf(sha256);
    if (stored === undefined) return undefined;
    // Content of before is not sealed.
    for (const size of [layoutOf(stored)?.size, stored])
      if (size !== undefined && size % (dimensions * FLOAT_BYTES) === 0)
        return size / (dimensions * FLOAT_BYTES);
    return undefined;
  };
