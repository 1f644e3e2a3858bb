import type { RateLimit, RateLimitState } from '../../../ports/rate-limiter.ts';

/**
 * Maximum intervals of one key. A limit of at most this many points is counted to the millisecond; with more, points
 * taken within a sixtieth of the window come back together with the last of them.
 */
export const MAX_INTERVALS = 60;

/** The points taken from `first` to `last` (milliseconds of a monotonic clock). */
type Stretch = { readonly first: number; last: number; points: number };

/**
 * The points that one key has taken from one limit, oldest first: at most {@link MAX_INTERVALS} + 2 intervals, each of
 * which but the newest starts at least a sixtieth of a window before the next; some 4 kB for a key that takes
 * continuously.
 */
export type SlidingWindow = Stretch[];

const sum = (taken: SlidingWindow): number => taken.reduce((total, { points }) => total + points, 0);

/** Drops points taken a window ago or earlier. */
const forgetOld = (taken: SlidingWindow, length: number, now: number): void => {
  const first = taken.findIndex(({ last }) => last + length > now);
  taken.splice(0, first === -1 ? taken.length : first);
};

/** Milliseconds until this many points are back; 0 for none. */
const waitFor = (points: number, taken: SlidingWindow, length: number, now: number): number => {
  let back = 0;
  for (const stretch of taken) {
    if (back >= points) break;
    back += stretch.points;
    if (back >= points) return stretch.last + length - now;
  }
  return 0;
};

/** The state of a key that wants a number of points, at most the limit; changes nothing but dropping old points. */
export const limitState = (
  taken: SlidingWindow,
  limit: RateLimit,
  wanted: number,
  now: number,
): RateLimitState => {
  const length = limit.window * 1000;
  forgetOld(taken, length, now);
  const remaining = limit.points - sum(taken);
  return {
    allowed: wanted <= remaining,
    remaining,
    resetAfter: waitFor(limit.points - remaining, taken, length, now),
    retryAfter: waitFor(wanted - remaining, taken, length, now),
  };
};

/** Takes available points; `now` must not be earlier than at the previous take. */
export const takeFrom = (taken: SlidingWindow, limit: RateLimit, points: number, now: number): void => {
  const grain = limit.points <= MAX_INTERVALS ? 0 : (limit.window * 1000) / MAX_INTERVALS;
  const newest = taken.at(-1);
  if (newest !== undefined && now - newest.first < grain) {
    newest.last = now;
    newest.points += points;
  } else taken.push({ first: now, last: now, points });
};
