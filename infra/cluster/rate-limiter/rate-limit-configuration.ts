import { z } from 'zod';
import {
  defaultRateLimitSizes as defaults,
  type RateLimits,
  rateLimitsOf,
} from '../../../ports/rate-limits.ts';

const megabytes = 1024 * 1024;
const size = z.coerce.number({
  error: ({ code }) => (code === 'invalid_type' ? 'must be a number' : undefined),
});
const perMinute = size.int().min(0).max(1_000_000);

/** The variables of the rate limits; 0 disables one. */
export const rateLimitEnvironment = {
  RATE_LIMIT_FAILED_SIGN_INS: perMinute
    .default(defaults['failed-sign-ins'])
    .describe(
      'invalid tokens per minute from one address (IPv6: one /64), beyond which tokens are refused unverified; 0: no limit',
    ),
  RATE_LIMIT_WITHOUT_TOKEN: perMinute
    .default(defaults['without-token'])
    .describe(
      'requests per minute from one address that lack a required token, or sign in with an identity provider; 0: no limit',
    ),
  RATE_LIMIT_COMMANDS: perMinute
    .default(defaults.commands)
    .describe('commands per minute and user; 0: no limit'),
  RATE_LIMIT_QUESTIONS: perMinute
    .default(defaults.questions)
    .describe('questions per minute and user; 0: no limit'),
  RATE_LIMIT_SEARCHES: perMinute
    .default(defaults.searches)
    .describe('searches per minute and user; 0: no limit'),
  RATE_LIMIT_READS: perMinute
    .default(defaults.reads)
    .describe('all other requests per minute and user; 0: no limit'),
  UPLOAD_MB_PER_HOUR: size
    .int()
    .min(0)
    .max(100_000_000)
    .default(defaults.uploads / megabytes)
    .describe('megabytes that one user may upload per hour; 0: no limit'),
};

const environment = z.object(rateLimitEnvironment);

/** Reads the limits from the environment. */
export const rateLimitsFrom = (env: z.output<typeof environment>): RateLimits =>
  rateLimitsOf({
    'failed-sign-ins': env.RATE_LIMIT_FAILED_SIGN_INS,
    'without-token': env.RATE_LIMIT_WITHOUT_TOKEN,
    commands: env.RATE_LIMIT_COMMANDS,
    questions: env.RATE_LIMIT_QUESTIONS,
    searches: env.RATE_LIMIT_SEARCHES,
    reads: env.RATE_LIMIT_READS,
    uploads: env.UPLOAD_MB_PER_HOUR * megabytes,
  });
