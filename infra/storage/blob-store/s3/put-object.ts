import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { requestTimeout, type S3Bucket } from './s3-bucket.ts';
import { alreadyExists } from './s3-failures.ts';
import type { ObjectContent } from './s3-objects.ts';
import { createStallWatch, watchSent } from './stall-watch.ts';
import { uploadInParts } from './upload-in-parts.ts';

const base64Of = (sha256: string): string => Buffer.from(sha256, 'hex').toString('base64');

/** Sends a body, and aborts when it stalls. */
const sendBody = async <Answer>(
  content: AsyncIterable<Uint8Array>,
  stallMs: number,
  send: (body: Readable, options: { readonly abortSignal: AbortSignal }) => Promise<Answer>,
): Promise<Answer> => {
  const watch = createStallWatch(stallMs);
  watch.wait();
  const body = Readable.from(watchSent(content, watch), { objectMode: false });
  try {
    return await send(body, { abortSignal: watch.signal });
  } catch (error) {
    throw watch.signal.aborted ? watch.signal.reason : error;
  } finally {
    watch.rest();
    body.destroy();
  }
};

const putWhole = (
  { client, Bucket, prefix, stallMs, request }: S3Bucket,
  key: string,
  { size, sha256, read }: ObjectContent,
): Promise<void> =>
  request('put', () =>
    sendBody(read(), stallMs, async (Body, options) => {
      await client.send(
        new PutObjectCommand({
          Bucket,
          Key: prefix + key,
          Body,
          ContentLength: size,
          ContentType: 'application/octet-stream',
          ChecksumSHA256: base64Of(sha256),
        }),
        options,
      );
    }),
  );

const putInParts = (bucket: S3Bucket, key: string, { size, read }: ObjectContent): Promise<void> => {
  const { client, Bucket, prefix, partBytes, stallMs, request } = bucket;
  return uploadInParts(bucket, {
    key,
    size,
    partBytes,
    sendPart: async (at, range) => {
      const hash = createHash('sha256');
      for await (const piece of read(range)) hash.update(piece);
      const ChecksumSHA256 = hash.digest('base64');
      const { ETag } = await request('put', () =>
        sendBody(read(range), stallMs, (Body, options) =>
          client.send(
            new UploadPartCommand({
              Bucket,
              Key: prefix + key,
              ...at,
              Body,
              ContentLength: range.end - range.start + 1,
              ChecksumSHA256,
            }),
            options,
          ),
        ),
      );
      return { ETag, ChecksumSHA256 };
    },
  });
};

/** Stores an object; resolves when it is durable. */
export const putObject = (bucket: S3Bucket, key: string, content: ObjectContent): Promise<void> =>
  content.size > bucket.partBytes ? putInParts(bucket, key, content) : putWhole(bucket, key, content);

/** Creates a small object unless it exists. */
export const putObjectOnce = (
  { client, Bucket, prefix, request }: S3Bucket,
  key: string,
  text: string,
): Promise<void> =>
  request('put', async () => {
    await client
      .send(
        new PutObjectCommand({ Bucket, Key: prefix + key, Body: text, IfNoneMatch: '*' }),
        requestTimeout(),
      )
      .catch((error: unknown) => {
        if (!alreadyExists(error)) throw error;
      });
  });
