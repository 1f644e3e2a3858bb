import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import type { DataDirectory } from '../../installation/data-directory/open-data-directory.ts';
import type { BucketConfiguration } from '../blob-store/blob-configuration.ts';
import { type BlobPlace, blobFolder } from '../blob-store/blob-place.ts';
import { openFileBlobStore } from '../blob-store/file-blob-store.ts';
import { inMemory } from '../blob-store/in-memory-content.ts';
import { s3BlobPlace } from '../blob-store/s3/s3-blob-place.ts';
import { openS3BlobStore } from '../blob-store/s3/s3-blob-store.ts';
import type { S3Objects } from '../blob-store/s3/s3-objects.ts';
import { requireSealed } from '../sealed-blobs/require-sealed.ts';

/** Checks of a bucket, for operators. */
export type OpenBucket = {
  /** Checks that the bucket is accessible, within two seconds; rejects with a Failure. */
  readonly check: () => Promise<void>;
  /** Writes an object, lists it, and removes it. Returns true if each change was visible immediately. */
  readonly isConsistent: () => Promise<boolean>;
  /** True if the bucket is versioned, so that removed objects remain; `undefined` if it does not tell. */
  readonly isVersioned: () => Promise<boolean | undefined>;
};

const showsAtOnce = async (objects: S3Objects): Promise<boolean> => {
  const key = `probes/${randomUUID()}`;
  await objects.put(key, inMemory(new TextEncoder().encode('written by the doctor')));
  const listed = await Array.fromAsync(objects.list(key));
  await objects.remove(key);
  const left = await Array.fromAsync(objects.list(key));
  return listed.length === 1 && left.length === 0;
};

/** The opened store of document files. */
export type Blobs = {
  readonly store: BlobStore;
  readonly place: BlobPlace;
  /** Checks of the bucket; absent for a folder. */
  readonly bucket?: OpenBucket;
  readonly close: () => void;
};

type BlobsOptions = {
  readonly bucket?: BucketConfiguration | undefined;
  readonly dataDirectory: Pick<DataDirectory, 'blobs' | 'path'>;
  /** True when no other process uses the data directory. */
  readonly alone: boolean;
  readonly logger: Logger;
  readonly metrics: Metrics;
};

const openBucket = async (
  bucket: BucketConfiguration,
  { dataDirectory, alone, logger, metrics }: BlobsOptions,
): Promise<Blobs> => {
  const { connectToBucket } = await import('../blob-store/s3/connect-to-bucket.ts');
  const objects = connectToBucket(bucket, { metrics });
  await objects.check();
  if ((await objects.isVersioned()) === true)
    logger.warn(
      {},
      'The bucket of BLOB_URL keeps older versions: removed files stay readable there, sealed, until a lifecycle rule expires them.',
    );
  await objects.abandonUploads().catch((error: unknown) => {
    logger.warn({ err: error }, 'Interrupted uploads to the bucket of BLOB_URL could not be aborted.');
  });
  const store = await openS3BlobStore(objects, { spool: join(dataDirectory.path, 'outgoing'), alone });
  return {
    store: bucket.leavesThePremises ? requireSealed(store) : store,
    place: s3BlobPlace(objects, bucket),
    bucket: {
      check: objects.check,
      isConsistent: () => showsAtOnce(objects),
      isVersioned: objects.isVersioned,
    },
    close: objects.close,
  };
};

/**
 * Opens the configured bucket, or the folder in the data directory.
 *
 * @throws Failure when the bucket does not exist, cannot be reached or refuses access
 */
export const openBlobs = async (options: BlobsOptions): Promise<Blobs> => {
  const { bucket, dataDirectory, alone } = options;
  if (bucket !== undefined) return openBucket(bucket, options);
  return {
    store: await openFileBlobStore(dataDirectory.blobs, { alone }),
    place: blobFolder(dataDirectory.blobs),
    close: () => {},
  };
};
