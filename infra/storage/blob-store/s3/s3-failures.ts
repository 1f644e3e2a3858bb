import { NoSuchBucket, NoSuchKey, NotFound, S3ServiceException } from '@aws-sdk/client-s3';
import { Failure, type FailureCode, failure } from '../../../../domain/kernel/failure.ts';
import { systemCodeOf } from '../../../installation/data-directory/small-files.ts';

/** Error names for a lack of space, from AWS, MinIO and Ceph. */
const fullNames: ReadonlySet<string> = new Set([
  'QuotaExceeded',
  'InsufficientStorage',
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
  'EntityTooLarge',
]);
/** Transient states that are reported with a misleading 4xx status. */
const passingNames: ReadonlySet<string> = new Set(['RequestTimeout', 'SlowDown']);
const refusedNames: ReadonlySet<string> = new Set([
  'AccessDenied',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
]);

type Problem = {
  /** True when an immediate retry may help. */
  readonly retryable: boolean;
  readonly cause?: unknown;
  readonly component?: string;
  readonly status?: number;
};

/** Builds a failure. It never holds the server's own message, which may repeat request data. */
const problem = (
  code: FailureCode,
  message: string,
  { retryable, cause, component = 'blob-store', status }: Problem,
): Failure =>
  new Failure(
    failure(code, message, {
      component,
      details: { retryable, ...(status === undefined ? {} : { status }) },
      ...(code === 'unavailable' || code === 'timeout' ? { retryAfter: 5 } : {}),
    }),
    { cause },
  );

/** The failure of a request that took too long; an immediate retry would take as long again. */
export const tooSlow = (cause?: unknown): Failure =>
  problem('timeout', 'The store of files (BLOB_URL) did not answer in time.', { retryable: false, cause });

/** The failure of a response that no object store gives: one without an end, or out of order. */
export const invalidS3Response = (): Failure =>
  problem(
    'external_api_error',
    'The server at the endpoint of BLOB_URL does not behave like an object store.',
    { retryable: false },
  );

/** The failure of a call that is not made because the circuit is open. */
export const storeCircuitOpen = (milliseconds: number): Failure =>
  new Failure(
    failure(
      'unavailable',
      'The store of files (BLOB_URL) has failed several times; no request is sent for now.',
      {
        component: 'blob-store',
        details: { refused: 'circuit_open', retryable: false },
        retryAfter: Math.ceil(milliseconds / 1000),
      },
    ),
  );

/** The failure of a bucket that can be read but accepts no writes. */
export const writesRefused = (error: unknown): Failure => {
  const { message, details } = s3Failure(error).reason;
  return new Failure(
    failure('unavailable', `The bucket of BLOB_URL accepts no writes. ${message}`, {
      component: 'blob-store',
      details: { ...details, writes: 'refused' },
      retryAfter: 5,
    }),
    { cause: error },
  );
};

/** True when the only problem is that the object does not exist. */
export const isNoSuchObject = (error: unknown): boolean =>
  !(error instanceof NoSuchBucket) &&
  (error instanceof NoSuchKey ||
    error instanceof NotFound ||
    (error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NoSuchUpload')));

/** True when a range begins beyond the end of an object. */
export const isBeyondEnd = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416;

/** True when a conditional create found an existing object. */
export const alreadyExists = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412;

/** Translates an error into a Failure with a sentence for operators. Returns a Failure unchanged. */
export const s3Failure = (error: unknown): Failure => {
  if (error instanceof Failure) return error;
  if (!(error instanceof S3ServiceException)) {
    if (error instanceof Error && error.name === 'CredentialsProviderError')
      return problem(
        'unavailable',
        'No keys for the bucket of BLOB_URL were found. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give this machine a role.',
        { retryable: false, cause: error },
      );
    // The SDK also reports a timeout when the other side resets the connection.
    const isBroken = ['ECONNRESET', 'EPIPE'].includes(systemCodeOf(error) ?? '');
    if (!isBroken && error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
      return tooSlow(error);
    return problem(
      'unavailable',
      'The store of files cannot be reached. Check that it runs at the endpoint of BLOB_URL.',
      { retryable: true, cause: error },
    );
  }
  const { name, $metadata } = error;
  const status = $metadata.httpStatusCode ?? 0;
  if (fullNames.has(name) || status === 507)
    return problem('unavailable', 'The bucket of BLOB_URL is full. Free some space.', {
      retryable: false,
      cause: error,
      component: 'disk',
      status,
    });
  if (name === 'NoSuchBucket')
    return problem('unavailable', 'The bucket of BLOB_URL does not exist. Create it.', {
      retryable: false,
      cause: error,
      status,
    });
  if (status === 405)
    return problem('unavailable', 'The bucket of BLOB_URL does not allow this operation (405).', {
      retryable: false,
      cause: error,
      status,
    });
  if (refusedNames.has(name) || status === 401 || status === 403)
    return problem(
      'unavailable',
      `The store of files refused access (${status}). Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and that they may list, read, write and delete in the bucket of BLOB_URL.`,
      { retryable: false, cause: error, status },
    );
  if (status === 301 || status === 307 || name === 'AuthorizationHeaderMalformed')
    return problem(
      'unavailable',
      'The bucket of BLOB_URL is in another region. Name its region: BLOB_URL=s3://…?region=…',
      { retryable: false, cause: error, status },
    );
  if (name === 'RequestTimeTooSkewed')
    return problem(
      'unavailable',
      'The store of files refused access because the clocks differ by many minutes. Set the clock of this machine.',
      { retryable: false, cause: error, status },
    );
  if (status >= 500 || status === 429 || status === 409 || passingNames.has(name))
    return problem('unavailable', `The store of files cannot answer at the moment (${status}).`, {
      retryable: true,
      cause: error,
      status,
    });
  return problem('external_api_error', `The store of files did not accept a request (${status}).`, {
    retryable: name === 'BadDigest' || name === 'XAmzContentSHA256Mismatch',
    cause: error,
    status,
  });
};
