import pLimit from 'p-limit';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { BlobStore, StoredBlob } from '../../../ports/blob-store.ts';
import { compareListings } from './compare-listings.ts';

export type CopyProgress = { readonly copied: number; readonly there: number; readonly bytes: number };

type CopyOptions = {
  readonly onProgress?: (progress: CopyProgress) => void;
  readonly signal: AbortSignal;
};

/** Concurrent copies: enough to saturate a disk or a network link. */
const CONCURRENT = 8;

/** The failure for a blob whose content does not match its name. */
export const damaged = (sha256: string): Failure =>
  new Failure(
    failure('internal_error', `The stored file ${sha256} is damaged: its content does not match its name.`, {
      component: 'copy',
      details: { sha256 },
    }),
  );

const copyOne = async (blob: StoredBlob, from: BlobStore, to: BlobStore): Promise<void> => {
  const staged = await to.stage(from.read(blob.sha256), blob.size);
  try {
    if (staged.sha256 !== blob.sha256) throw damaged(blob.sha256);
    await staged.keep();
  } finally {
    await staged.discard();
  }
};

/**
 * Copies every blob that the other store lacks, and compares each with its address. Merges the ordered lists of both,
 * so there is no request per blob. Safe to repeat, and to run while the installation is running: the next run copies
 * newer blobs.
 */
export const copyBlobs = async (
  from: BlobStore,
  to: BlobStore,
  { onProgress, signal }: CopyOptions,
): Promise<CopyProgress> => {
  const limit = pLimit(CONCURRENT);
  const under = new Set<Promise<void>>();
  let progress: CopyProgress = { copied: 0, there: 0, bytes: 0 };
  const copy = async (blob: StoredBlob): Promise<void> => {
    await copyOne(blob, from, to);
    progress = { ...progress, copied: progress.copied + 1, bytes: progress.bytes + blob.size };
    onProgress?.(progress);
  };
  try {
    for await (const { blob, isThere } of compareListings(from, to)) {
      signal.throwIfAborted();
      if (isThere) {
        progress = { ...progress, there: progress.there + 1 };
        continue;
      }
      const copying: Promise<void> = limit(() => copy(blob)).finally(() => under.delete(copying));
      under.add(copying);
      copying.catch(() => {});
      if (under.size >= 2 * CONCURRENT) await Promise.race(under);
    }
    await Promise.all(under);
  } finally {
    await Promise.allSettled(under);
  }
  return progress;
};
