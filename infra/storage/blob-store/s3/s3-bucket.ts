import type { S3Client } from '@aws-sdk/client-s3';
import { Failure } from '../../../../domain/kernel/failure.ts';
import { isUnreachable } from '../../../../domain/kernel/is-unreachable.ts';
import type { Metrics } from '../../../../ports/metrics.ts';
import { type RetryPolicy, withRetries } from '../../../../ports/retry.ts';
import { createCircuitBreaker } from '../../../resilience/circuit-breaker.ts';
import { judgeFailure, type Verdict } from '../../../resilience/judge-failure.ts';
import type { BucketConfiguration } from '../blob-configuration.ts';
import { createS3Client } from './s3-client.ts';
import { isNoSuchObject, s3Failure, storeCircuitOpen } from './s3-failures.ts';

type S3Operation = 'put' | 'copy' | 'read' | 'list' | 'remove';

/** A bucket, and the means to send requests to it. */
export type S3Bucket = {
  readonly client: S3Client;
  /** The name of the bucket, spelled as SDK commands expect it. */
  readonly Bucket: string;
  /** The prefix of all object keys. */
  readonly prefix: string;
  /** Larger content is sent in parts of this size. */
  readonly partBytes: number;
  /** A transfer is aborted when no byte has moved for this many milliseconds. */
  readonly stallMs: number;
  /** Sends a request, with retries where they may help, unless the circuit is open. Rejects with a Failure. */
  readonly request: <Answer>(operation: S3Operation, work: () => Promise<Answer>) => Promise<Answer>;
  /**
   * Set after a failed write: a bucket may allow listing and reading but no writes, which a read-only check would
   * miss.
   */
  readonly writes: { didFail: boolean };
};

export type S3Options = {
  readonly metrics: Pick<Metrics, 'observe'>;
  readonly partBytes?: number;
  readonly stallMs?: number;
};

/** The timeout of a request without a large body, including its response. */
const REQUEST_MS = 10_000;
const STALL_MS = 20_000;
/** Larger content is sent in parts, each retried separately. */
const USUAL_PART_BYTES = 64 * 1024 * 1024;
const policy: RetryPolicy = { attempts: 4, firstPause: 100, maxPause: 2000 };

const isRetryable = (error: unknown): boolean =>
  error instanceof Failure && error.reason.details?.retryable === true;

/** A bucket that is full, refuses access or does not exist has answered: opening the circuit would not help. */
const judge = (error: unknown): Verdict => {
  if (
    error instanceof Failure &&
    error.reason.details?.retryable === false &&
    error.reason.code !== 'timeout'
  )
    return 'answered';
  return judgeFailure(error);
};

/** True when the store was at fault and not the request. */
const isOfStore = (error: unknown): boolean => isUnreachable(error) && !isNoSuchObject(error.cause);

/** Bounds a request in time. */
export const requestTimeout = (milliseconds = REQUEST_MS): { readonly abortSignal: AbortSignal } => ({
  abortSignal: AbortSignal.timeout(milliseconds),
});

const inOurTerms = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await work();
  } catch (error) {
    throw s3Failure(error);
  }
};

/** Creates the access to a bucket, with its circuit breaker. Opens no connection yet. */
export const createS3Bucket = (
  configuration: BucketConfiguration,
  { metrics, partBytes = USUAL_PART_BYTES, stallMs = STALL_MS }: S3Options,
): S3Bucket => {
  const circuit = createCircuitBreaker({ refusal: storeCircuitOpen, now: () => performance.now() });
  const writes = { didFail: false };
  return {
    client: createS3Client(configuration),
    Bucket: configuration.bucket,
    prefix: configuration.prefix,
    partBytes,
    stallMs,
    writes,
    request: async (operation, work) => {
      const started = performance.now();
      const observe = (outcome: 'done' | 'failed'): void =>
        metrics.observe('anamnesis_blob_store_seconds', (performance.now() - started) / 1000, {
          operation,
          outcome,
        });
      try {
        const answer = await circuit.run(
          () => withRetries(() => inOurTerms(work), { ...policy, mayPass: isRetryable }),
          judge,
        );
        observe('done');
        return answer;
      } catch (error) {
        observe('failed');
        const isWrite = operation === 'put' || operation === 'copy' || operation === 'remove';
        if (isWrite && isOfStore(error)) writes.didFail = true;
        throw error;
      }
    },
  };
};
