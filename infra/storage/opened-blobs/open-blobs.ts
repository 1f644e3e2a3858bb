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

/** A store elsewhere, as operators look at it. */
export type OpenBucket = {
  /** Whether it lets us in; rejects with a Failure. Bounded by two seconds. */
  readonly check: () => Promise<void>;
  /** Writes something, looks for it, and removes it. Answers whether it was found at once. */
  readonly isConsistent: () => Promise<boolean>;
  /** Whether what is removed stays as an older version; `undefined` where it does not say. */
  readonly keepsVersions: () => Promise<boolean | undefined>;
};

const showsAtOnce = async (objects: S3Objects): Promise<boolean> => {
  const key = `probes/${randomUUID()}`;
  await objects.put(key, inMemory(new TextEncoder().encode('written by the doctor')));
  const listed = await Array.fromAsync(objects.list(key));
  await objects.remove(key);
  const left = await Array.fromAsync(objects.list(key));
  return listed.length === 1 && left.length === 0;
};

/** The files of documents, opened. */
export type Blobs = {
  readonly store: BlobStore;
  readonly place: BlobPlace;
  /** What can be looked at in a store elsewhere; absent for a folder. */
  readonly bucket?: OpenBucket;
  readonly close: () => void;
};

type BlobsOptions = {
  readonly bucket?: BucketConfiguration | undefined;
  readonly dataDirectory: Pick<DataDirectory, 'blobs' | 'path'>;
  /** Whether no other process uses the data directory. */
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
  if ((await objects.keepsVersions()) === true)
    logger.warn(
      {},
      'The bucket of BLOB_URL keeps older versions: what is removed stays readable there, sealed, until a rule of the bucket expires it.',
    );
  await objects.abandonUploads().catch((error: unknown) => {
    logger.warn({ err: error }, 'Broken-off uploads to the bucket of BLOB_URL could not be listed.');
  });
  const store = await openS3BlobStore(objects, { spool: join(dataDirectory.path, 'outgoing'), alone });
  return {
    store: bucket.leavesThePremises ? requireSealed(store) : store,
    place: s3BlobPlace(objects, bucket),
    bucket: {
      check: objects.check,
      isConsistent: () => showsAtOnce(objects),
      keepsVersions: objects.keepsVersions,
    },
    close: objects.close,
  };
};

/**
 * Opens the bucket that the configuration names, or the folder in the data directory.
 *
 * @throws Failure when the bucket is not there, cannot be reached or does not let us in
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
