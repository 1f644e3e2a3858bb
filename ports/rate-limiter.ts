/** So many points in any stretch of time of a length, for each key. */
export type RateLimit = {
  /** Unique; what it is called in headers, metrics and logs: lower-case words joined by hyphens. */
  readonly name: string;
  /** Points of one key in one window; at least 1. */
  readonly points: number;
  /** Seconds that a point stays taken. */
  readonly window: number;
};

/** How a key stands with a limit. */
export type RateLimitState = {
  /** Whether what was asked for is within the limit. */
  readonly allowed: boolean;
  /** Points that are left at this moment. */
  readonly remaining: number;
  /** Milliseconds until all points are there again; 0 where none is taken. */
  readonly resetAfter: number;
  /** Milliseconds until what was asked for is within the limit if nothing else is taken; 0 where it is allowed. */
  readonly retryAfter: number;
};

/**
 * Counts what callers do, in this process or for all nodes together. The window slides: each point comes back when a
 * window has gone by since it was taken, so that nobody does twice as much around the end of a minute.
 *
 * Promises, each covered by the contract suite:
 * - In no stretch of time as long as a window are more points taken than there are, wherever it begins.
 * - Of takes that come together, no more are allowed than there are points.
 * - What is refused takes nothing, so asking again neither helps nor harms.
 * - A take of more points than a whole window has counts as one of a whole window, or it could never be allowed.
 * - Who waits as long as `retryAfter` says, and whose key nobody else uses, is allowed what was refused.
 * - Keys and limits of different names do not know of each other.
 * - The number of keys, and what is kept of each, is bounded: the key that was used least recently is forgotten first,
 *   which lets pass rather than refuse. An adapter may give points back late for that, never early, and by no more than
 *   a sixtieth of the window.
 *
 * Rejects with a Failure when the counts cannot be reached; callers then let pass, as availability comes before limits.
 */
export type RateLimiter = {
  /** Takes points, or is refused; `points` is 1 unless told. */
  readonly take: (limit: RateLimit, key: string, points?: number) => Promise<RateLimitState>;
  /** Looks whether a point could be taken, and takes none. */
  readonly peek: (limit: RateLimit, key: string) => Promise<RateLimitState>;
};
