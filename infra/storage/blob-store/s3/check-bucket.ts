import {
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  HeadBucketCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import { coalesceCalls } from '../../../../ports/coalesce-calls.ts';
import { inTime, type S3Bucket } from './s3-bucket.ts';
import { isNoSuchObject, s3Failure, takesNoWrites } from './s3-failures.ts';

const CHECK_MS = 2000;

const findBucket = async ({ client, Bucket }: S3Bucket): Promise<void> => {
  try {
    await client.send(new HeadBucketCommand({ Bucket }), inTime(CHECK_MS));
  } catch (error) {
    // An answer to HEAD has no body that could name the error.
    if (isNoSuchObject(error))
      throw new Failure(
        failure('unavailable', `There is no bucket "${Bucket}", which BLOB_URL names. Make it.`, {
          component: 'blob-store',
        }),
        { cause: error },
      );
    throw s3Failure(error);
  }
};

/** One quick look whether the bucket is there and lets us in; after a write that failed also whether it takes one. */
export const createBucketCheck = (bucket: S3Bucket): (() => Promise<void>) => {
  const { client, Bucket, prefix, writes } = bucket;
  /** Not through the circuit: whether it is open says nothing of the bucket. Concurrent callers share one attempt. */
  const tryWriting = coalesceCalls(async () => {
    const Key = `${prefix}probes/writes`;
    try {
      await client.send(new PutObjectCommand({ Bucket, Key, Body: '' }), inTime(CHECK_MS));
      await client.send(new DeleteObjectCommand({ Bucket, Key }), inTime(CHECK_MS));
    } catch (error) {
      throw takesNoWrites(error);
    }
    writes.didFail = false;
  });
  return async () => {
    await findBucket(bucket);
    if (writes.didFail) await tryWriting();
  };
};

/** Whether the bucket keeps what is removed as older versions; `undefined` where it does not say. */
export const keepsVersions = async ({ client, Bucket }: S3Bucket): Promise<boolean | undefined> => {
  try {
    const { Status } = await client.send(new GetBucketVersioningCommand({ Bucket }), inTime());
    return Status !== undefined;
  } catch {
    return undefined;
  }
};
