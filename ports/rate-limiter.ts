/** So many points in a window of time, for each key. */
export type RateLimit = {
  /** Unique; what it is called in headers, metrics and logs: lower-case words joined by hyphens. */
  readonly name: string;
  /** Points of one key in one window; at least 1. */
  readonly points: number;
  /** Seconds from the first point that is taken until all are there again. */
  readonly window: number;
};

/** How a key stands with a limit. */
export type RateLimitState = {
  /** Whether what was asked for is within the limit. */
  readonly allowed: boolean;
  /** Points that are left in this window. */
  readonly remaining: number;
  /** Milliseconds until all points are there again; 0 where none is taken. */
  readonly resetAfter: number;
};

/**
 * Counts what callers do, in this process or for all nodes together. A window begins with the first point that a key
 * takes and ends by itself.
 *
 * Promises, each covered by the contract suite:
 * - Of takes that come together, no more are allowed than there are points.
 * - What is refused takes nothing, so asking again neither helps nor harms.
 * - A take of more points than a whole window has counts as one of a whole window, or it could never be allowed.
 * - Keys and limits of different names do not know of each other.
 * - The number of keys is bounded: the one that was used least recently is forgotten first, which lets pass rather than
 *   refuse.
 *
 * Rejects with a Failure when the counts cannot be reached; callers then let pass, as availability comes before limits.
 */
export type RateLimiter = {
  /** Takes points, or is refused; `points` is 1 unless told. */
  readonly take: (limit: RateLimit, key: string, points?: number) => Promise<RateLimitState>;
  /** Looks whether a point could be taken, and takes none. */
  readonly peek: (limit: RateLimit, key: string) => Promise<RateLimitState>;
};
