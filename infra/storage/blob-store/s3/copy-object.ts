import { CopyObjectCommand, UploadPartCopyCommand } from '@aws-sdk/client-s3';
import { Failure } from '../../../../domain/kernel/failure.ts';
import { requestTimeout, type S3Bucket } from './s3-bucket.ts';
import { isNoSuchObject } from './s3-failures.ts';
import { uploadInParts } from './upload-in-parts.ts';

/** The timeout of a copy inside the store, which may have to move gigabytes. */
const COPY_MS = 120_000;
/** The most bytes copied in one request; larger objects are copied in parts. S3 allows 5 GiB. */
const COPY_PART_BYTES = 1024 * 1024 * 1024;

type CopySource = { readonly key: string; readonly size: number };

const copyWhole = (
  { client, Bucket, prefix, request }: S3Bucket,
  from: CopySource,
  to: string,
): Promise<void> =>
  request('copy', async () => {
    await client.send(
      new CopyObjectCommand({ Bucket, Key: prefix + to, CopySource: `${Bucket}/${prefix}${from.key}` }),
      requestTimeout(COPY_MS),
    );
  });

const copyInParts = (bucket: S3Bucket, from: CopySource, to: string): Promise<void> => {
  const { client, Bucket, prefix, request } = bucket;
  return uploadInParts(bucket, {
    key: to,
    size: from.size,
    partBytes: COPY_PART_BYTES,
    sendPart: async (at, { start, end }) => {
      const { CopyPartResult } = await request('copy', () =>
        client.send(
          new UploadPartCopyCommand({
            Bucket,
            Key: prefix + to,
            ...at,
            CopySource: `${Bucket}/${prefix}${from.key}`,
            CopySourceRange: `bytes=${start}-${end}`,
          }),
          requestTimeout(COPY_MS),
        ),
      );
      return { ETag: CopyPartResult?.ETag, ChecksumSHA256: CopyPartResult?.ChecksumSHA256 };
    },
  });
};

/** Copies an object inside the store. Returns false if the source does not exist. */
export const copyObject = async (bucket: S3Bucket, from: CopySource, to: string): Promise<boolean> => {
  try {
    await (from.size > COPY_PART_BYTES ? copyInParts(bucket, from, to) : copyWhole(bucket, from, to));
    return true;
  } catch (error) {
    if (error instanceof Failure && isNoSuchObject(error.cause)) return false;
    throw error;
  }
};
