/** A number of points in any period of a given length, for each key. */
export type RateLimit = {
  /** Unique; its name in headers, metrics and logs: lower-case words joined by hyphens. */
  readonly name: string;
  /** Points of one key in one window; at least 1. */
  readonly points: number;
  /** Seconds for which a point stays taken. */
  readonly window: number;
};

/** The state of a key under a limit. */
export type RateLimitState = {
  /** Whether the request is within the limit. */
  readonly allowed: boolean;
  /** Points that are left at this moment. */
  readonly remaining: number;
  /** Milliseconds until all points are available again; 0 if none is taken. */
  readonly resetAfter: number;
  /** Milliseconds until the request is within the limit if nothing else is taken; 0 if it is allowed. */
  readonly retryAfter: number;
};

/**
 * Counts requests of callers, in this process or for all nodes together. The window slides: each point returns one
 * window after it was taken, so that no caller does twice as much around the end of a minute.
 *
 * Promises, each covered by the contract suite:
 * - No period as long as a window contains more taken points than the limit, regardless of its start.
 * - Of concurrent takes, at most as many are allowed as there are points.
 * - A refusal takes nothing, so asking again neither helps nor harms.
 * - A take of more points than a whole window has counts as one of a whole window, or it could never be allowed.
 * - After waiting `retryAfter`, a refused take is allowed if nothing else used the key.
 * - Keys and limits of different names are independent.
 * - The number of keys, and the data kept for each, is bounded: the key that was used least recently is forgotten
 *   first, which allows rather than refuses. An adapter may return points late for that, never early, and by at most a
 *   sixtieth of the window.
 *
 * Rejects with a Failure when the counts cannot be reached; callers then allow the request, as availability comes
 * before limits.
 */
export type RateLimiter = {
  /** Takes points, or is refused; `points` defaults to 1. */
  readonly take: (limit: RateLimit, key: string, points?: number) => Promise<RateLimitState>;
  /** Checks whether a point could be taken, without taking it. */
  readonly peek: (limit: RateLimit, key: string) => Promise<RateLimitState>;
};
