import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import type { BucketConfiguration } from '../blob-configuration.ts';
import { createBucketCheck, isVersioned } from './check-bucket.ts';
import { copyObject } from './copy-object.ts';
import { listObjects } from './list-objects.ts';
import { putObject, putObjectOnce } from './put-object.ts';
import { hasObject, readObject } from './read-object.ts';
import { createS3Bucket, requestTimeout, type S3Bucket, type S3Options } from './s3-bucket.ts';
import { isNoSuchObject } from './s3-failures.ts';
import type { S3Objects } from './s3-objects.ts';
import { abandonUploads } from './upload-in-parts.ts';

const removeObject = ({ client, Bucket, prefix, request }: S3Bucket, key: string): Promise<void> =>
  request('remove', async () => {
    await client
      .send(new DeleteObjectCommand({ Bucket, Key: prefix + key }), requestTimeout())
      // S3 itself never returns this; other stores do after concurrent deletes.
      .catch((error: unknown) => {
        if (!isNoSuchObject(error)) throw error;
      });
  });

/** Creates the access to a bucket. Opens no connection yet. */
export const connectToBucket = (configuration: BucketConfiguration, options: S3Options): S3Objects => {
  const bucket = createS3Bucket(configuration, options);
  return {
    put: (key, content) => putObject(bucket, key, content),
    putOnce: (key, text) => putObjectOnce(bucket, key, text),
    copy: (from, to) => copyObject(bucket, from, to),
    read: (key, range) => readObject(bucket, key, range),
    has: (key) => hasObject(bucket, key),
    list: (prefix, after) => listObjects(bucket, prefix, after),
    remove: (key) => removeObject(bucket, key),
    check: createBucketCheck(bucket),
    isVersioned: () => isVersioned(bucket),
    abandonUploads: () => abandonUploads(bucket),
    close: () => bucket.client.destroy(),
  };
};
