import type { RateLimit } from './rate-limiter.ts';

/** The limited activities. Failed sign-ins and requests without a token count by address, all others by user. */
const rateLimitNames = [
  'failed-sign-ins',
  'without-token',
  'commands',
  'questions',
  'searches',
  'reads',
  'uploads',
] as const;
export type RateLimitName = (typeof rateLimitNames)[number];

/** The limits in force; an activity without one is not limited. Points are requests, those of uploads are bytes. */
export type RateLimits = Readonly<Partial<Record<RateLimitName, RateLimit>>>;

const MINUTE = 60;
const HOUR = 3600;

/** The size of each limit; 0 means unlimited. */
export type RateLimitSizes = Readonly<Record<RateLimitName, number>>;

/**
 * Far above what people do and below what would affect others: the command line ingests some 50 files a second at most,
 * a front end sends a few reads per click. Guessing a token is hopeless at any rate; that limit bounds the cost of
 * refusals.
 */
export const defaultRateLimitSizes: RateLimitSizes = {
  'failed-sign-ins': 100,
  'without-token': 600,
  commands: 6_000,
  questions: 300,
  searches: 1_200,
  reads: 6_000,
  uploads: 20_000 * 1024 * 1024,
};

/** Builds the limits from their sizes: per hour for uploads, per minute for all others. */
export const rateLimitsOf = (sizes: RateLimitSizes): RateLimits =>
  Object.fromEntries(
    rateLimitNames
      .filter((name) => sizes[name] > 0)
      .map((name) => [name, { name, points: sizes[name], window: name === 'uploads' ? HOUR : MINUTE }]),
  );
