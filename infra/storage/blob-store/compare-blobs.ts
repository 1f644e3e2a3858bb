import { createHash } from 'node:crypto';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import { compareListings } from './compare-listings.ts';
import type { CopyProgress } from './copy-blobs.ts';
import { damaged } from './copy-blobs.ts';

const hashOf = async (content: AsyncIterable<Uint8Array>): Promise<string> => {
  const hash = createHash('sha256');
  for await (const part of content) hash.update(part);
  return hash.digest('hex');
};

/**
 * Reads every blob of `from` in `to`, and compares its content with its address.
 *
 * @throws Failure `rule_violated` when a blob is missing, `internal_error` when its content differs
 */
export const compareBlobs = async (
  from: BlobStore,
  to: BlobStore,
  {
    onProgress,
    signal,
  }: { readonly onProgress: (progress: CopyProgress) => void; readonly signal: AbortSignal },
): Promise<CopyProgress> => {
  let progress: CopyProgress = { copied: 0, there: 0, bytes: 0 };
  for await (const { blob, isThere } of compareListings(from, to)) {
    signal.throwIfAborted();
    if (!isThere)
      throw new Failure(
        failure(
          'rule_violated',
          `The stored file ${blob.sha256} is missing at the target. Run the command without --verify-only.`,
          {
            component: 'copy',
            details: { sha256: blob.sha256 },
          },
        ),
      );
    if ((await hashOf(to.read(blob.sha256))) !== blob.sha256) throw damaged(blob.sha256);
    progress = { ...progress, there: progress.there + 1 };
    onProgress(progress);
  }
  return progress;
};
