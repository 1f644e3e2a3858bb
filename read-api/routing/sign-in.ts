import { LRUCache } from 'lru-cache';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { Principal } from '../../ports/authenticator.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { rateLimitFailure, type SetHeaders, stateOfLimit, takeFromLimit } from './limit-rate.ts';

/** The credentials of a request. */
type Credentials = {
  /** The value of the header `Authorization`. */
  readonly authorization: string | undefined;
  /** The group that shares a limit; see `addressGroup`. */
  readonly addressGroup: string;
  readonly setHeaders: SetHeaders;
};

/**
 * Returns the principal of a request's bearer token.
 *
 * @throws Failure `unauthenticated`, `rate_limit_exceeded`, or the authenticator's failure
 */
export type SignIn = (credentials: Credentials) => Promise<Principal>;

type Needs = Pick<
  HttpApiServices,
  'authenticator' | 'browserSessions' | 'rateLimiter' | 'limits' | 'metrics' | 'logger' | 'hasher'
>;

const bearer = /^Bearer ([A-Za-z0-9._~+/=-]{1,8192})$/i;

/** The token in the header's value; `undefined` if there is none. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  bearer.exec(authorization ?? '')?.[1];

/** The reason in the refusal of a session that was valid once. */
const SESSION_ENDED = 'session_ended';

/** Recently valid tokens, by digest: more than there are concurrent users. */
const MAX_GOOD_TOKENS = 10_000;
const GOOD_FOR_MS = 3_600_000;

/**
 * Signs callers in and limits the cost of wrong tokens: after too many failures from an address, further tokens are
 * refused before any verification. Several people can share an address, and one of them with a wrong token must not
 * lock the others out, so recently valid tokens are still verified, and sessions of browsers, whose text changes with
 * every prolongation. Only a caller at such an address with a token never seen here must wait.
 */
export const createSignIn = (services: Needs): SignIn => {
  const goodTokens = new LRUCache<string, true>({ max: MAX_GOOD_TOKENS, ttl: GOOD_FOR_MS });
  const { authenticator, browserSessions, hasher, metrics } = services;

  const fail = async (reason: Failure, { addressGroup: key, setHeaders }: Credentials): Promise<never> => {
    metrics.count('anamnesis_http_failed_sign_ins_total', {});
    // The last token refused as wrong; the next one is not verified.
    await takeFromLimit(services, { name: 'failed-sign-ins', key, setHeaders });
    throw reason;
  };

  return async (credentials) => {
    const { authorization, addressGroup: key, setHeaders } = credentials;
    if (authorization === undefined) {
      await takeFromLimit(services, { name: 'without-token', key, setHeaders });
      throw new Failure(
        failure('unauthenticated', 'Send a token: the header Authorization with the value "Bearer <token>".'),
      );
    }
    const token = bearerToken(authorization);
    const limitState = await stateOfLimit(services, 'failed-sign-ins', key);
    const isSession = token !== undefined && browserSessions.isSealed(token);
    // A digest of a kilobyte takes a few microseconds, a signature ten to a hundred times that.
    const digest = token && hasher.sha256(token);
    const isTrusted = isSession || (digest !== undefined && goodTokens.has(digest));
    if (limitState?.state.allowed === false && !isTrusted) {
      metrics.count('anamnesis_http_rate_limited_total', { limit: 'failed-sign-ins' });
      throw rateLimitFailure(limitState.limit, limitState.state);
    }
    if (token === undefined || digest === undefined)
      return fail(
        new Failure(failure('unauthenticated', 'The header Authorization is not "Bearer <token>".')),
        credentials,
      );
    const outcome = await authenticator.authenticate(token);
    if (outcome.ok) {
      // Sessions change their text every minute: they would displace the tokens.
      if (!isSession) goodTokens.set(digest, true);
      return outcome.value;
    }
    if (outcome.error.code !== 'unauthenticated') throw new Failure(outcome.error);
    goodTokens.delete(digest);
    // Only a node could have sealed that session: a user who left a page open guesses no tokens.
    if (outcome.error.details?.reason === SESSION_ENDED) throw new Failure(outcome.error);
    return fail(new Failure(outcome.error), credentials);
  };
};
