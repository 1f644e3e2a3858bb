import { createHash } from 'node:crypto';
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from 'jose';
import { z } from 'zod';
import { roles as knownRoles, type Role } from '../../../domain/kernel/actor.ts';
import { type FailureReason, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { isReservedId } from '../../../domain/kernel/reserved-ids.ts';
import { err, ok, type Result } from '../../../domain/kernel/result.ts';
import { userIdSchema } from '../../../domain/kernel/user-id.ts';
import { careTeamSchema } from '../../../domain/ownership/care-team.ts';
import { anySignal } from '../../../ports/any-signal.ts';
import type { Authenticator, Principal } from '../../../ports/authenticator.ts';
import { tokenDigest } from './named-token-source.ts';
import type { TokenRegistry } from './token-registry.ts';

/** The source of the keys: a shared secret for HS256, or the identity provider's published keys. */
type JwtKeys =
  | { readonly kind: 'secret'; readonly secret: Uint8Array }
  | { readonly kind: 'jwks'; readonly url: URL; readonly timeoutMs?: number };

type JwtOptions = {
  readonly keys: JwtKeys;
  /** Required values of `iss` and `aud`, if set. */
  readonly issuer?: string;
  readonly audience?: string;
  /** The claim that lists a person's care teams; default `care_teams`. */
  readonly teamsClaim?: string;
  /**
   * The issuer of the users: this installation's own command line, or an outside party, whose users must not
   * be mistaken for a part of this system or for the user of a named token.
   */
  readonly users?: 'ours' | 'theirs';
  /** Maximum lifetime of a token from its `iat`, in seconds; longer-lived tokens are refused. */
  readonly maxLifeSeconds?: number;
  /** The log's knowledge of tokens, such as ended sessions. */
  readonly tokens?: Pick<TokenRegistry, 'isReady' | 'isTaken' | 'isEnded' | 'watchEnd'>;
  /** Called when policy refuses a valid token. Receives only the reason, nothing of the token. */
  readonly onRefused?: (reason: string) => void;
  /** Seconds by which the clocks of both sides may differ. */
  readonly clockToleranceSeconds?: number;
};

/** RFC 7518, section 3.2: a key for HS256 must have at least the size of the hash, 256 bits. */
const MIN_SECRET_BYTES = 32;
const CLOCK_TOLERANCE_SECONDS = 30;
/** In seconds: a shift and the next one. */
export const DEFAULT_MAX_LIFE_SECONDS = 24 * 60 * 60;
const TEAMS_CLAIM = 'care_teams';
const JWKS_TIMEOUT_MS = 5000;

// Listed explicitly, and never both kinds together: a token must not choose how it is verified.
const symmetric = ['HS256'];
const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/**
 * `act` is the acting party of a delegated token (RFC 8693, section 4.1); `sub` is then the person acted for.
 */
const claimsSchema = z.object({
  sub: userIdSchema,
  iss: z.string().max(256).optional(),
  exp: z.number(),
  iat: z.number().optional(),
  jti: z
    .string()
    .min(1)
    .max(256)
    .regex(/^[^\p{C}]+$/u)
    .optional(),
  roles: z.union([z.array(z.string()).max(100), z.string().transform((text) => text.split(/[\s,]+/))]),
  act: z.object({ sub: userIdSchema }).optional(),
});

/** More than anyone needs: an outside list is bounded, as every request carries it along. */
const MAX_TEAMS = 100;
const teamsSchema = z.array(careTeamSchema).max(MAX_TEAMS);

const isRole = (name: string): name is Role => knownRoles.some((role) => role === name);

/** The maximum length of an actor's id. */
const MAX_ID = 256;

const refused = (message: string): Result<never, FailureReason> => err(failure('unauthenticated', message));

/**
 * Returns how to derive user ids from `sub`. Users of different issuers are different people, even with the
 * same `sub`. If one issuer is configured, `sub` alone identifies its users; otherwise several issuers may
 * share the keys, so the id includes the issuer that the token names.
 */
const idsOf = (options: Pick<JwtOptions, 'issuer'>, issuer: string | undefined): ((sub: string) => string) =>
  options.issuer !== undefined || issuer === undefined ? (sub) => sub : (sub) => `${issuer}|${sub}`;

/** Returns why an outside user may not have an id; `undefined` if allowed. */
const problemOfId = (
  id: string,
  { users = 'theirs', tokens }: Pick<JwtOptions, 'users' | 'tokens'>,
): string | undefined => {
  if (users === 'ours') return undefined;
  if (isReservedId(id)) return 'Its user id is reserved for a part of this system.';
  return tokens?.isTaken(id) ? 'Its user id belongs to a named token.' : undefined;
};

const digestOf = (value: unknown): string =>
  `sha256:${createHash('sha256').update(JSON.stringify(value)).digest('hex')}`;

/**
 * The keys under which the session of a token may have ended. The first is its own, which logging out ends: bound to the
 * issuer and the persons, because issuers share keys and each chooses its `jti` freely; and to what is signed, because a
 * signature can be written in several ways. An administrator ends all tokens with a `jti`, and a token without one could
 * also be ended by the digest of its text, which versions before did.
 */
const sessionKeysOf = (
  payload: Readonly<Record<string, unknown>>,
  { iss, sub, act, jti }: z.infer<typeof claimsSchema>,
  digest: string,
): readonly [string, string] =>
  jti === undefined
    ? [digestOf(['session', payload]), `sha256:${digest}`]
    : [digestOf(['session', iss ?? null, sub, act?.sub ?? null, jti]), `jti:${jti}`];

type Person = {
  readonly principal: Principal;
  /** The keys under which the session of the token may have ended; see `sessionKeysOf`. */
  readonly sessionKeys: readonly [string, string];
};

/**
 * The person whom the claims of a verified token describe.
 *
 * @param digest that of the token's text
 */
export const personOf = (
  payload: Readonly<Record<string, unknown>>,
  digest: string,
  options: Omit<JwtOptions, 'keys'>,
): Result<Person, FailureReason> => {
  const claims = claimsSchema.safeParse(payload);
  if (!claims.success) return refused('One of the claims sub, exp and roles is missing or invalid.');
  // A malformed list is refused as a whole: no rule applies to only some of a person's teams.
  const teamsClaim = options.teamsClaim ?? TEAMS_CLAIM;
  const teams = teamsSchema.safeParse(payload[teamsClaim] ?? []);
  if (!teams.success) return refused(`The claim ${teamsClaim} is not a list of at most ${MAX_TEAMS} names.`);
  const { iss, exp, iat, act } = claims.data;
  const now = Date.now() / 1000;
  const tolerance = options.clockToleranceSeconds ?? CLOCK_TOLERANCE_SECONDS;
  const maxLife = options.maxLifeSeconds ?? DEFAULT_MAX_LIFE_SECONDS;
  // Without `iat`, or with one in the future, the lifetime counts from now: omitting a claim must not extend
  // it.
  if (exp - Math.min(iat ?? now, now) > maxLife + tolerance) {
    const reason = `It is valid for longer than the allowed ${maxLife} seconds (JWT_MAX_HOURS).`;
    options.onRefused?.(reason);
    return refused(`The token is not accepted here. ${reason}`);
  }
  const idOf = idsOf(options, iss);
  const sub = idOf(claims.data.sub);
  const actor = act && idOf(act.sub);
  if (Math.max(sub.length, actor?.length ?? 0) > MAX_ID)
    return refused('The user id in the token is too long.');
  const problem = problemOfId(sub, options) ?? (actor && problemOfId(actor, options));
  if (problem) {
    options.onRefused?.(problem);
    return refused(`The token is not accepted here. ${problem}`);
  }
  const roles = claims.data.roles.filter(isRole);
  if (roles.length === 0) return refused('The token names no role of this system.');
  const sessionKeys = sessionKeysOf(payload, claims.data, digest);
  const { tokens } = options;
  if (sessionKeys.some((key) => tokens?.isEnded(key))) return refused('The token was logged out.');
  const expiresAt = exp * 1000;
  const principal: Principal = {
    id: actor ?? sub,
    roles,
    teams: [...new Set(teams.data)],
    expiresAt,
    heldToken: { kind: 'session', session: sessionKeys[0], expiresAt },
    ...(tokens
      ? { watchEnd: () => anySignal(sessionKeys.map((key) => tokens.watchEnd(key, expiresAt))) }
      : {}),
    ...(actor === undefined ? {} : { onBehalfOf: sub }),
  };
  return ok({ principal, sessionKeys });
};

const principalOf = (
  payload: Readonly<Record<string, unknown>>,
  digest: string,
  options: JwtOptions,
): Result<Principal, FailureReason> => {
  const person = personOf(payload, digest, options);
  return person.ok ? ok(person.value.principal) : person;
};

const tokensUnknown = err(
  failure('unavailable', 'Tokens cannot be read from the log at the moment.', {
    component: 'event-store',
    retryAfter: 1,
  }),
);

/** True for faults of the token itself, as opposed to failures to fetch the keys. */
const isTokenFault = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  !(error instanceof errors.JWKSInvalid) &&
  // The library reports an unexpected response of the JWKS endpoint as a plain JOSEError.
  error.code !== 'ERR_JOSE_GENERIC';

const keyResolver = (keys: JwtKeys): JWTVerifyGetKey | Uint8Array => {
  if (keys.kind === 'jwks')
    return createRemoteJWKSet(keys.url, { timeoutDuration: keys.timeoutMs ?? JWKS_TIMEOUT_MS });
  if (keys.secret.length < MIN_SECRET_BYTES)
    throw new Error(`The secret for JSON Web Tokens must have at least ${MIN_SECRET_BYTES} bytes.`);
  return keys.secret;
};

/** Accepts JSON Web Tokens with `sub`, `roles` (a list, or text separated by spaces or commas) and `exp`. */
export const createJwtAuthenticator = (options: JwtOptions): Authenticator => {
  const key = keyResolver(options.keys);
  const rules: JWTVerifyOptions = {
    algorithms: options.keys.kind === 'secret' ? symmetric : asymmetric,
    clockTolerance: options.clockToleranceSeconds ?? CLOCK_TOLERANCE_SECONDS,
    requiredClaims: ['sub', 'exp', 'roles'],
    ...omitUndefined({ issuer: options.issuer, audience: options.audience }),
  };
  return {
    authenticate: async (token) => {
      try {
        const { payload } = await jwtVerify(token, key, rules);
        if (options.tokens && !(await options.tokens.isReady())) return tokensUnknown;
        return principalOf(payload, tokenDigest(token), options);
      } catch (error) {
        if (isTokenFault(error))
          return refused('The token is unknown, revoked, expired or not signed by a known key.');
        return err(
          failure('unavailable', 'The keys for verifying tokens cannot be fetched at the moment.', {
            component: 'identity-provider',
            retryAfter: 5,
          }),
        );
      }
    },
  };
};
