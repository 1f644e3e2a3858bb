import { resolve } from 'node:path';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { BucketConfiguration } from '../../infra/storage/blob-store/blob-configuration.ts';
import { compareBlobs } from '../../infra/storage/blob-store/compare-blobs.ts';
import { compareListings } from '../../infra/storage/blob-store/compare-listings.ts';
import { type CopyProgress, copyBlobs } from '../../infra/storage/blob-store/copy-blobs.ts';
import { openBlobs } from '../../infra/storage/opened-blobs/open-blobs.ts';
import type { Logger } from '../../ports/logger.ts';
import { silentMetrics } from '../../ports/metrics.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { copyIdentity } from '../start-checks/claim-blobs.ts';

type MoveFiles = {
  readonly configuration: Pick<Configuration, 'dataDir' | 'bucket'>;
  /** A bucket, or a data directory whose blobs folder receives the files. */
  readonly to: BucketConfiguration | string;
  /** The option that names the target, for error messages. */
  readonly option: string;
  readonly mode: 'move' | 'dry-run' | 'verify-only';
  readonly logger: Logger;
  readonly onProgress?: (progress: CopyProgress & { readonly total: number }) => void;
  readonly signal: AbortSignal;
};

/** Makes an error of the target refer to the option instead of the configuration. */
const ofTarget = (error: unknown, option: string): unknown =>
  error instanceof Failure
    ? new Failure({ ...error.reason, message: error.reason.message.replaceAll('BLOB_URL', option) })
    : error;

/** The result of a copy. In a dry run, `copied` and `bytes` are the amounts that would be copied. */
export type MovedFiles = CopyProgress & { readonly place: string };

/**
 * Copies the files of an installation to another place and verifies their hashes; or reports what would be copied; or
 * verifies all files at the target. Removes nothing, and is safe to repeat and to run beside the installation.
 *
 * @throws Failure with a sentence for the operator
 */
export const moveFiles = async (options: MoveFiles): Promise<MovedFiles> => {
  const { configuration, to, option, mode, logger, onProgress, signal } = options;
  const shared = { alone: false, logger, metrics: silentMetrics };
  const at = (folder: string) => ({ path: resolve(folder), blobs: resolve(folder, 'blobs') });
  await using opened = new AsyncDisposableStack();
  const from = await openBlobs({
    ...shared,
    bucket: configuration.bucket,
    dataDirectory: at(configuration.dataDir),
  });
  opened.defer(from.close);
  const other = await openBlobs({
    ...shared,
    ...(typeof to === 'string'
      ? { dataDirectory: at(to) }
      : { bucket: to, dataDirectory: at(configuration.dataDir) }),
  }).catch((error: unknown) => {
    throw ofTarget(error, option);
  });
  opened.defer(other.close);
  const place = other.place.name;
  if (from.place.name === place)
    throw new Failure(failure('rule_violated', `The files are already in ${place}.`));

  let counted: CopyProgress = { copied: 0, there: 0, bytes: 0 };
  for await (const { blob, isThere } of compareListings(from.store, other.store)) {
    signal.throwIfAborted();
    counted = isThere
      ? { ...counted, there: counted.there + 1 }
      : { ...counted, copied: counted.copied + 1, bytes: counted.bytes + blob.size };
  }
  if (mode === 'dry-run') return { ...counted, place };
  const total = counted.there + counted.copied;
  const watched = {
    signal,
    onProgress: (progress: CopyProgress) =>
      onProgress?.({ ...progress, total: Math.max(total, progress.there + progress.copied) }),
  };
  if (mode === 'verify-only') return { ...(await compareBlobs(from.store, other.store, watched)), place };
  await copyIdentity(from.place, other.place);
  return { ...(await copyBlobs(from.store, other.store, watched)), place };
};
