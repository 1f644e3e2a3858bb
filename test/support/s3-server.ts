import { randomUUID } from 'node:crypto';
import { type BucketConfiguration, chooseBlobs } from '../../infra/storage/blob-store/blob-configuration.ts';

/** The BLOB_URL of a test server, if there is one. */
export const testBlobUrl = process.env.TEST_S3_URL;

// The keys of .ci/start-s3, unless a server with other keys is configured.
process.env.AWS_ACCESS_KEY_ID ??= 'anamnesis-test';
process.env.AWS_SECRET_ACCESS_KEY ??= 'anamnesis-test-secret';

/** A URL like that of the test server, with a separate prefix or other changes. */
export const ownBlobUrl = (
  changes: { readonly endpoint?: string; readonly bucket?: string } = {},
): string => {
  const url = new URL(testBlobUrl ?? 's3://anamnesis-test?endpoint=http://127.0.0.1:1&pathStyle=true');
  url.pathname = `/test-${randomUUID()}`;
  if (changes.endpoint !== undefined) url.searchParams.set('endpoint', changes.endpoint);
  if (changes.bucket !== undefined) url.host = changes.bucket;
  return url.href;
};

/** The bucket configuration of a BLOB_URL. */
export const bucketOf = (blobUrl: string): BucketConfiguration => {
  const choice = chooseBlobs({ BLOB_URL: blobUrl });
  if (!choice.ok || choice.value === undefined) throw new Error('Not a BLOB_URL.');
  return choice.value;
};
