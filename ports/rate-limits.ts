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

/** How much of each is allowed; 0 is without a limit. */
export type RateLimitSizes = Readonly<Record<RateLimitName, number>>;

/**
 * Far above what people do and below what keeps others from working: the command line ingests some 50 files a second at
 * most, a front end reads a few things a click. Guessing a token is hopeless at any rate; that limit keeps down what
 * refusing costs.
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

/** The limits of given sizes: of uploads in an hour, of everything else in a minute. */
export const rateLimitsOf = (sizes: RateLimitSizes): RateLimits =>
  Object.fromEntries(
    rateLimitNames
      .filter((name) => sizes[name] > 0)
      .map((name) => [name, { name, points: sizes[name], window: name === 'uploads' ? HOUR : MINUTE }]),
  );
