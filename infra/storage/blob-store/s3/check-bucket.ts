import {
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  HeadBucketCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import { coalesceCalls } from '../../../../ports/coalesce-calls.ts';
import { requestTimeout, type S3Bucket } from './s3-bucket.ts';
import { isNoSuchObject, s3Failure, writesRefused } from './s3-failures.ts';

const CHECK_MS = 2000;

const findBucket = async ({ client, Bucket }: S3Bucket): Promise<void> => {
  try {
    await client.send(new HeadBucketCommand({ Bucket }), requestTimeout(CHECK_MS));
  } catch (error) {
    // A response to HEAD has no body that could name the error.
    if (isNoSuchObject(error))
      throw new Failure(
        failure('unavailable', `There is no bucket "${Bucket}", which BLOB_URL names. Create it.`, {
          component: 'blob-store',
        }),
        { cause: error },
      );
    throw s3Failure(error);
  }
};

/**
 * Creates a quick check that the bucket exists and is accessible and, after a failed write, that it accepts writes.
 */
export const createBucketCheck = (bucket: S3Bucket): (() => Promise<void>) => {
  const { client, Bucket, prefix, writes } = bucket;
  /** Bypasses the circuit breaker, which must not decide the result. Concurrent callers share one attempt. */
  const tryWriting = coalesceCalls(async () => {
    const Key = `${prefix}probes/writes`;
    try {
      await client.send(new PutObjectCommand({ Bucket, Key, Body: '' }), requestTimeout(CHECK_MS));
      await client.send(new DeleteObjectCommand({ Bucket, Key }), requestTimeout(CHECK_MS));
    } catch (error) {
      throw writesRefused(error);
    }
    writes.didFail = false;
  });
  return async () => {
    await findBucket(bucket);
    if (writes.didFail) await tryWriting();
  };
};

/** True if the bucket is versioned, so that removed objects remain; `undefined` if it does not tell. */
export const isVersioned = async ({ client, Bucket }: S3Bucket): Promise<boolean | undefined> => {
  try {
    const { Status } = await client.send(new GetBucketVersioningCommand({ Bucket }), requestTimeout());
    return Status !== undefined;
  } catch {
    return undefined;
  }
};
