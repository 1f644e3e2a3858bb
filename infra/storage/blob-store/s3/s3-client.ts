import { S3Client } from '@aws-sdk/client-s3';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { boundAwsAnswers, boundedAnswerStep, silentAwsLogger } from '../../../resilience/aws-client.ts';
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

/** Whether a response carries an object, which is read piece by piece. */
const isObject = (response: unknown, commandName: string | undefined): boolean =>
  commandName === 'GetObjectCommand' &&
  typeof response === 'object' &&
  response !== null &&
  'statusCode' in response &&
  (response.statusCode === 200 || response.statusCode === 206);

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
    logger: silentAwsLogger,
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
    boundAwsAnswers({ limit: ANSWER_BYTES, tooLarge: invalidS3Response, isExempt: isObject }),
    boundedAnswerStep,
  );
  return client;
};
