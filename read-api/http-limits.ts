import { defaultRateLimitSizes, type RateLimits, rateLimitsOf } from '../ports/rate-limits.ts';

/** The limits of the HTTP API. Sizes in bytes, durations in milliseconds unless named otherwise. */
export type HttpLimits = {
  /** Largest uploaded file. */
  readonly maxFileBytes: number;
  /** Concurrent uploads of all callers, and their total bytes staged on the disk. */
  readonly maxUploads: number;
  /** Concurrent uploads of one caller: a slow sender must not keep others out. */
  readonly maxUploadsPerCaller: number;
  readonly maxUploadBytes: number;
  /** Largest JSON body, and largest total of the fields sent with a file. */
  readonly maxJsonBytes: number;
  /** Longest wait in seconds for `Prefer: wait`; longer requests are reduced to it. */
  readonly maxPreferWaitSeconds: number;
  /** How long a repeat waits for the execution in progress before it fails. */
  readonly idempotencyWait: number;
  /** Open event streams, of all callers and of one caller. */
  readonly maxStreams: number;
  readonly maxStreamsPerCaller: number;
  /** Interval of heartbeats on an event stream; proxies usually close silent connections after 60 s. */
  readonly heartbeatInterval: number;
  /** How long a client of a stream or an export may read nothing before it is disconnected. */
  readonly slowConsumerTimeout: number;
  /** How long the rest of a refused body is read and discarded before the connection is closed. */
  readonly discardTimeout: number;
  /** Time limit of the health checks. */
  readonly healthTimeout: number;
  /** Rate limits. */
  readonly rates: RateLimits;
};

export const defaultHttpLimits: HttpLimits = {
  maxFileBytes: 50 * 1024 * 1024,
  // The command line sends at most 32 at a time; that many of the largest are 1.6 GB.
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
