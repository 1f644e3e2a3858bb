import type { RateLimit, RateLimitState } from '../../../ports/rate-limiter.ts';

/**
 * Most stretches of one key. A limit of at most that many points is counted to the millisecond; of one with more, points
 * that are taken within a sixtieth of the window come back together, when the last of them does.
 */
export const STRETCHES = 60;

/** Points that were taken from `first` to `last` (milliseconds of any clock that does not go back). */
type Stretch = { readonly first: number; last: number; points: number };

/**
 * What one key has taken of one limit, oldest first: at most {@link STRETCHES} + 2 stretches, of which each but the
 * newest began at least a sixtieth of a window before the next; some 4 kB where a key takes without a pause.
 */
export type SlidingWindow = Stretch[];

const sum = (taken: SlidingWindow): number => taken.reduce((total, { points }) => total + points, 0);

/** Forgets what was taken a window ago or earlier. */
const forgetOld = (taken: SlidingWindow, length: number, now: number): void => {
  const first = taken.findIndex(({ last }) => last + length > now);
  taken.splice(0, first === -1 ? taken.length : first);
};

/** Milliseconds until this many points have come back; 0 for none. */
const waitFor = (points: number, taken: SlidingWindow, length: number, now: number): number => {
  let back = 0;
  for (const stretch of taken) {
    if (back >= points) break;
    back += stretch.points;
    if (back >= points) return stretch.last + length - now;
  }
  return 0;
};

/** The status of a key that asks for a number of points up to the limit; only removes what is old. */
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

/** Takes points that are there; `now` is no earlier than at the take before. */
export const takeFrom = (taken: SlidingWindow, limit: RateLimit, points: number, now: number): void => {
  const grain = limit.points <= STRETCHES ? 0 : (limit.window * 1000) / STRETCHES;
  const newest = taken.at(-1);
  if (newest !== undefined && now - newest.first < grain) {
    newest.last = now;
    newest.points += points;
  } else taken.push({ first: now, last: now, points });
};
