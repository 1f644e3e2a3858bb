import type { S3Client } from '@aws-sdk/client-s3';
import { Failure } from '../../../../domain/kernel/failure.ts';
import { isUnreachable } from '../../../../domain/kernel/is-unreachable.ts';
import type { Metrics } from '../../../../ports/metrics.ts';
import { doWithRetries, type RetryPolicy } from '../../../../ports/retry.ts';
import { createCircuitBreaker } from '../../../resilience/circuit-breaker.ts';
import { judgeFailure, type Verdict } from '../../../resilience/judge-failure.ts';
import type { BucketConfiguration } from '../blob-configuration.ts';
import { createS3Client } from './s3-client.ts';
import { isNoSuchObject, restingStore, s3Failure } from './s3-failures.ts';

type S3Operation = 'put' | 'copy' | 'read' | 'list' | 'remove';

/** One bucket, and how requests to it are made. */
export type S3Bucket = {
  readonly client: S3Client;
  /** Its name, as commands of the SDK have it. */
  readonly Bucket: string;
  /** Starts the keys of all objects. */
  readonly prefix: string;
  /** Larger content is sent in parts of this size. */
  readonly partBytes: number;
  /** Without a byte moving for this many milliseconds a transfer is given up. */
  readonly stallMs: number;
  /** Makes a request, again where that may help, unless the store has failed several times. Rejects with a Failure. */
  readonly request: <Answer>(operation: S3Operation, work: () => Promise<Answer>) => Promise<Answer>;
  /** A bucket may let us in, list and read, and take nothing: a look at it alone would call it well. */
  readonly writes: { didFail: boolean };
};

export type S3Options = {
  readonly metrics: Pick<Metrics, 'observe'>;
  readonly partBytes?: number;
  readonly stallMs?: number;
};

/** A request without a large body, its answer included. */
const REQUEST_MS = 10_000;
const STALL_MS = 20_000;
/** Larger content is sent in parts, each of which is repeated by itself. */
const USUAL_PART_BYTES = 64 * 1024 * 1024;
const policy: RetryPolicy = { attempts: 4, firstPause: 100, maxPause: 2000 };

const isRetryable = (error: unknown): boolean =>
  error instanceof Failure && error.reason.details?.retryable === true;

/** A bucket that is full, refuses us or is not there does not get well by being left alone; it does answer. */
const judge = (error: unknown): Verdict => {
  if (
    error instanceof Failure &&
    error.reason.details?.retryable === false &&
    error.reason.code !== 'timeout'
  )
    return 'answered';
  return judgeFailure(error);
};

/** Whether the store was at fault, and not what it was asked for. */
const isOfStore = (error: unknown): boolean => isUnreachable(error) && !isNoSuchObject(error.cause);

/** Bounds a request in time. */
export const inTime = (milliseconds = REQUEST_MS): { readonly abortSignal: AbortSignal } => ({
  abortSignal: AbortSignal.timeout(milliseconds),
});

const inOurTerms = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await work();
  } catch (error) {
    throw s3Failure(error);
  }
};

/** Opens nothing yet. */
export const createS3Bucket = (
  configuration: BucketConfiguration,
  { metrics, partBytes = USUAL_PART_BYTES, stallMs = STALL_MS }: S3Options,
): S3Bucket => {
  const circuit = createCircuitBreaker({ refusal: restingStore, now: () => performance.now() });
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
          () => doWithRetries(() => inOurTerms(work), { ...policy, mayPass: isRetryable }),
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
