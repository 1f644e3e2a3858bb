import { Readable } from 'node:stream';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { Failure } from '../../../../domain/kernel/failure.ts';
import { type ByteRange, rangeHeaderOf } from './byte-range.ts';
import { requestTimeout, type S3Bucket } from './s3-bucket.ts';
import { isBeyondEnd, isNoSuchObject, s3Failure } from './s3-failures.ts';
import { createStallWatch, watchReceived } from './stall-watch.ts';

/** Reads an object, or the part of a range that exists; `undefined` if there is no object. */
export const readObject = async (
  { client, Bucket, prefix, stallMs, request }: S3Bucket,
  key: string,
  range?: ByteRange,
): Promise<AsyncIterable<Uint8Array> | undefined> => {
  const watch = createStallWatch(stallMs);
  try {
    const { Body } = await request('read', async () => {
      watch.wait();
      return client.send(
        new GetObjectCommand({
          Bucket,
          Key: prefix + key,
          ...(range ? { Range: rangeHeaderOf(range) } : {}),
        }),
        { abortSignal: watch.signal },
      );
    });
    return Body instanceof Readable ? watchReceived(Body, watch) : Readable.from([]);
  } catch (error) {
    const cause = error instanceof Failure ? error.cause : error;
    if (isNoSuchObject(cause)) return undefined;
    if (isBeyondEnd(cause)) return Readable.from([]);
    throw watch.signal.aborted ? s3Failure(watch.signal.reason) : error;
  } finally {
    watch.rest();
  }
};

export const hasObject = async (
  { client, Bucket, prefix, request }: S3Bucket,
  key: string,
): Promise<boolean> => {
  try {
    await request('read', () =>
      client.send(new HeadObjectCommand({ Bucket, Key: prefix + key }), requestTimeout()),
    );
    return true;
  } catch (error) {
    if (error instanceof Failure && isNoSuchObject(error.cause)) return false;
    throw error;
  }
};
