import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
} from '@aws-sdk/client-s3';
import type { ByteRange } from './byte-range.ts';
import { requestTimeout, type S3Bucket } from './s3-bucket.ts';
import { s3Failure } from './s3-failures.ts';

/** The timeout for joining the parts in the store, which may have to move gigabytes. */
const COMPLETE_MS = 120_000;
/** Uploads interrupted for this long are abandoned. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

type PartedUpload = {
  readonly key: string;
  readonly size: number;
  readonly partBytes: number;
  readonly sendPart: (
    at: { readonly UploadId: string; readonly PartNumber: number },
    range: ByteRange,
  ) => Promise<Pick<CompletedPart, 'ETag' | 'ChecksumSHA256'>>;
};

/** Uploads an object in parts, and aborts the upload when one of them fails. */
export const uploadInParts = async (
  { client, Bucket, prefix, request }: S3Bucket,
  { key, size, partBytes, sendPart }: PartedUpload,
): Promise<void> => {
  const target = { Bucket, Key: prefix + key };
  const { UploadId } = await request('put', () =>
    client.send(
      new CreateMultipartUploadCommand({
        ...target,
        ContentType: 'application/octet-stream',
        ChecksumAlgorithm: 'SHA256',
      }),
      requestTimeout(),
    ),
  );
  if (UploadId === undefined) throw s3Failure(new Error('An upload without an id.'));
  try {
    const Parts: CompletedPart[] = [];
    for (let start = 0, PartNumber = 1; start < size; start += partBytes, PartNumber += 1) {
      const range = { start, end: Math.min(start + partBytes, size) - 1 };
      Parts.push({ ...(await sendPart({ UploadId, PartNumber }, range)), PartNumber });
    }
    await request('put', () =>
      client.send(
        new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }),
        requestTimeout(COMPLETE_MS),
      ),
    );
  } catch (error) {
    await client
      .send(new AbortMultipartUploadCommand({ ...target, UploadId }), requestTimeout())
      .catch(() => {});
    throw error;
  }
};

/** Aborts uploads that a crash interrupted, whose parts would use space. */
export const abandonUploads = async ({ client, Bucket, prefix, request }: S3Bucket): Promise<void> => {
  const { Uploads = [] } = await request('list', () =>
    client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }), requestTimeout()),
  );
  for (const { Key, UploadId, Initiated } of Uploads)
    if (Initiated !== undefined && Date.now() - Initiated.getTime() > ABANDONED_AFTER_MS)
      await request('remove', () =>
        client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), requestTimeout()),
      );
};
