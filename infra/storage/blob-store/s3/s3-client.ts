import { Readable } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { BucketConfiguration } from '../blob-configuration.ts';
import { invalidS3Response } from './s3-failures.ts';

/** Connecting takes milliseconds; a network that drops packets must not block a caller for minutes. */
const CONNECT_MS = 3000;
const CONNECTIONS = 32;
/** The largest response other than an object: a page of a listing has half a megabyte. */
const ANSWER_BYTES = 8 * 1024 * 1024;

/** Sets a header; the SDK types requests as unknown. */
const setHeader = (request: unknown, name: string, value: string): void => {
  if (typeof request !== 'object' || request === null || !('headers' in request)) return;
  const { headers } = request;
  if (typeof headers === 'object' && headers !== null) Reflect.set(headers, name, value);
};

/** Passes a response body on, and fails when it exceeds the limit. */
async function* ofBoundedLength(content: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of content) {
    if (!(piece instanceof Uint8Array)) continue;
    bytes += piece.byteLength;
    if (bytes > ANSWER_BYTES) throw invalidS3Response();
    yield piece;
  }
}

/** Bounds every response body except an object's: the SDK buffers them in memory without a limit. */
const boundAnswer = (response: unknown, isObject: boolean): void => {
  if (typeof response !== 'object' || response === null) return;
  if (!('body' in response && 'statusCode' in response) || !(response.body instanceof Readable)) return;
  const isDone = response.statusCode === 200 || response.statusCode === 206;
  if (isObject && isDone) return;
  Reflect.set(response, 'body', Readable.from(ofBoundedLength(response.body), { objectMode: false }));
};

/** Creates a client that tries each request once and bounds the size of responses. Opens no connection yet. */
export const createS3Client = ({
  endpoint,
  region,
  pathStyle,
}: Pick<BucketConfiguration, 'endpoint' | 'region' | 'pathStyle'>): S3Client => {
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint ? { endpoint: endpoint.href } : {}),
    // Failures are thrown, so the SDK need not log them.
    logger: { trace: () => {}, debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    // The caller retries, because it can read a body again.
    maxAttempts: 1,
    // Requests carry the SHA-256 of their content; trailing checksums are unknown to many servers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: new NodeHttpHandler({
      connectionTimeout: CONNECT_MS,
      httpAgent: { keepAlive: true, maxSockets: CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: CONNECTIONS },
    }),
  });
  // The hash of a body is part of the signature, so every server verifies it, even one without checksums.
  client.middlewareStack.add(
    (next) => async (args) => {
      const { input, request } = args;
      if ('ChecksumSHA256' in input && typeof input.ChecksumSHA256 === 'string')
        setHeader(
          request,
          'x-amz-content-sha256',
          Buffer.from(input.ChecksumSHA256, 'base64').toString('hex'),
        );
      return next(args);
    },
    { step: 'build', name: 'knownContentHash' },
  );
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        boundAnswer(result.response, commandName === 'GetObjectCommand');
        return result;
      },
    // Runs before the SDK reads the response.
    { step: 'deserialize', priority: 'low', name: 'boundedAnswer' },
  );
  return client;
};
