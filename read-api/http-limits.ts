import { defaultRateLimitSizes, type RateLimits, rateLimitsOf } from '../ports/rate-limits.ts';

/** The limits of the HTTP side. Sizes in bytes, durations in milliseconds unless named otherwise. */
export type HttpLimits = {
  /** Largest uploaded file. */
  readonly maxFileBytes: number;
  /** Files that are uploaded at once, over all callers, and the bytes of all together: what lies staged on the disk. */
  readonly maxUploads: number;
  /** Of these, of one caller: one who sends slowly must not keep all others out. */
  readonly maxUploadsPerCaller: number;
  readonly maxUploadBytes: number;
  /** Largest JSON body, and largest sum of the fields beside a file. */
  readonly maxJsonBytes: number;
  /** Longest wait in seconds that `Prefer: wait` is granted; a longer wish is cut to it. */
  readonly maxPreferWaitSeconds: number;
  /** How long a repeat waits for the execution that is under way before it gets a conflict. */
  readonly idempotencyWait: number;
  /** Event streams open at once, over all callers and for one caller. */
  readonly maxStreams: number;
  readonly maxStreamsPerCaller: number;
  /** Between signs of life on an event stream; proxies usually cut silent connections after 60 s. */
  readonly heartbeatInterval: number;
  /** How long a reader of a stream or an export may take nothing before it is disconnected. */
  readonly slowConsumerTimeout: number;
  /** How long the rest of a refused body is read and thrown away before the connection is cut. */
  readonly discardTimeout: number;
  /** How long the look at one health check may take. */
  readonly healthTimeout: number;
  /** How much anybody may do in a time. */
  readonly rates: RateLimits;
};

export const defaultHttpLimits: HttpLimits = {
  maxFileBytes: 50 * 1024 * 1024,
  // The command line sends 32 at most; that many of the largest are 1.6 GB.
  maxUploads: 64,
  maxUploadsPerCaller: 32,
  maxUploadBytes: 2 * 1024 * 1024 * 1024,
  maxJsonBytes: 1024 * 1024,
  maxPreferWaitSeconds: 60,
  idempotencyWait: 5_000,
  maxStreams: 1_000,
  maxStreamsPerCaller: 20,
  heartbeatInterval: 15_000,
  slowConsumerTimeout: 30_000,
  discardTimeout: 5_000,
  healthTimeout: 5_000,
  rates: rateLimitsOf(defaultRateLimitSizes),
};
