import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { RateLimit, RateLimitState } from '../../ports/rate-limiter.ts';
import type { RateLimitName } from '../../ports/rate-limits.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import type { ResponseHeaderName } from './response-headers.ts';

type Needs = Pick<HttpApiServices, 'rateLimiter' | 'limits' | 'metrics' | 'logger'>;

/** Sets headers of the response, whatever its outcome. */
export type SetHeaders = (headers: Readonly<Partial<Record<ResponseHeaderName, string>>>) => void;

/** A limit and its current state for a caller, as draft-ietf-httpapi-ratelimit-headers-10 writes them. */
const headersOf = (limit: RateLimit, { remaining, resetAfter }: RateLimitState) => ({
  'RateLimit-Policy': `"${limit.name}";q=${limit.points};w=${limit.window}`,
  RateLimit: `"${limit.name}";r=${remaining};t=${Math.ceil(resetAfter / 1000)}`,
});

const messages: Readonly<Record<RateLimitName, string>> = {
  'failed-sign-ins': 'Too many tokens from your address were refused. Check yours, and wait a moment.',
  'without-token': 'Too many requests from your address came without a token.',
  commands: 'You have sent too many commands in a short time.',
  questions: 'You have asked too many questions in a short time.',
  searches: 'You have searched too often in a short time.',
  reads: 'You have read too much in a short time.',
  uploads: 'You have uploaded too much in a short time.',
};

/** The failure for a caller over a limit: what the headers say too, since a page of another origin may not see those. */
export const rateLimitFailure = (
  { name, points, window }: RateLimit & { readonly name: RateLimitName },
  { retryAfter, resetAfter, remaining }: RateLimitState,
): Failure =>
  new Failure(
    failure('rate_limit_exceeded', messages[name], {
      details: {
        limit: name,
        points,
        windowSeconds: window,
        remaining,
        resetSeconds: Math.ceil(resetAfter / 1000),
      },
      retryAfter: Math.max(Math.ceil(retryAfter / 1000), 1),
    }),
  );

/** A limiter that fails allows the request: letting people work takes precedence over limits. */
const whenCounted = async (
  { logger }: Needs,
  name: RateLimitName,
  count: () => Promise<RateLimitState>,
): Promise<RateLimitState | undefined> => {
  try {
    return await count();
  } catch (error) {
    logger.warn({ error, limit: name }, 'A rate limit could not be checked.');
    return undefined;
  }
};

/**
 * Counts a request against a limit, and sends the caller the limit's state.
 *
 * @throws Failure `rate_limit_exceeded` with `retryAfter` when the caller is over it
 */
export const takeFromLimit = async (
  needs: Needs,
  {
    name,
    key,
    points,
    setHeaders,
  }: {
    readonly name: RateLimitName;
    readonly key: string;
    readonly points?: number;
    readonly setHeaders?: SetHeaders;
  },
): Promise<void> => {
  const limit = needs.limits.rates[name];
  if (limit === undefined) return;
  const state = await whenCounted(needs, name, () => needs.rateLimiter.take(limit, key, points));
  if (state === undefined) return;
  setHeaders?.(headersOf(limit, state));
  if (state.allowed) return;
  needs.metrics.count('anamnesis_http_rate_limited_total', { limit: name });
  throw rateLimitFailure({ ...limit, name }, state);
};

/** A limit, and how much of it a caller has left. */
type LimitState = {
  readonly limit: RateLimit & { readonly name: RateLimitName };
  readonly state: RateLimitState;
};

/** The state of a limit, without counting a request. */
export const stateOfLimit = async (
  needs: Needs,
  name: RateLimitName,
  key: string,
): Promise<LimitState | undefined> => {
  const limit = needs.limits.rates[name];
  const state = limit && (await whenCounted(needs, name, () => needs.rateLimiter.peek(limit, key)));
  return limit && state && { limit: { ...limit, name }, state };
};
