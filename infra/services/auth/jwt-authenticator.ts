import { createRemoteJWKSet, errors, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from 'jose';
import { z } from 'zod';
import { roles as knownRoles, type Role } from '../../../domain/kernel/actor.ts';
import { type FailureReason, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { isReservedId } from '../../../domain/kernel/reserved-ids.ts';
import { err, ok, type Result } from '../../../domain/kernel/result.ts';
import { userIdSchema } from '../../../domain/kernel/user-id.ts';
import { careTeamSchema } from '../../../domain/ownership/care-team.ts';
import type { Authenticator, Principal } from '../../../ports/authenticator.ts';
import { tokenDigest } from './named-token-source.ts';
import type { TokenRegistry } from './token-registry.ts';

/** Where the keys come from: a shared secret for HS256, or the identity provider's published keys. */
type JwtKeys =
  | { readonly kind: 'secret'; readonly secret: Uint8Array }
  | { readonly kind: 'jwks'; readonly url: URL; readonly timeoutMs?: number };

type JwtOptions = {
  readonly keys: JwtKeys;
  /** Required values of `iss` and `aud`, where they are set. */
  readonly issuer?: string;
  readonly audience?: string;
  /** The claim that lists the care teams of a person; `care_teams` when absent. */
  readonly teamsClaim?: string;
  /**
   * Whose users these are: of this installation's own command line, or of somebody outside, who must not be taken for a
   * part of this system or the user of a named token.
   */
  readonly users?: 'ours' | 'theirs';
  /** Seconds that a token may last from its `iat`; one that lasts longer is refused. */
  readonly maxLifeSeconds?: number;
  /** What is known of tokens beside what they say. */
  readonly tokens?: Pick<TokenRegistry, 'isReady' | 'isTaken' | 'isEnded' | 'watchEnd'>;
  /** Hears why a token was refused that is in order but for us; nothing of the token but the reason. */
  readonly onRefused?: (reason: string) => void;
  /** Seconds by which the clocks of the two sides may differ. */
  readonly clockToleranceSeconds?: number;
};

/** RFC 7518, section 3.2: a key for HS256 must have at least the size of the hash, 256 bits. */
const MIN_SECRET_BYTES = 32;
const CLOCK_TOLERANCE_SECONDS = 30;
/** A shift and the next one. */
export const DEFAULT_MAX_LIFE_SECONDS = 24 * 60 * 60;
const TEAMS_CLAIM = 'care_teams';
const JWKS_TIMEOUT_MS = 5000;

// Named one by one, and never both kinds at once: a token must not choose how it is verified.
const symmetric = ['HS256'];
const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** `act` is the acting party of a delegated token (RFC 8693, section 4.1): then `sub` is the person acted for. */
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

/** More than anyone has: a list from outside is bounded, as each request carries it along. */
const MAX_TEAMS = 100;
const teamsSchema = z.array(careTeamSchema).max(MAX_TEAMS);

const isRole = (name: string): name is Role => knownRoles.some((role) => role === name);

/** As long as an id of an actor may be. */
const MAX_ID = 256;

const refused = (message: string): Result<never, FailureReason> => err(failure('unauthenticated', message));

/**
 * Users of different issuers are different people, whatever their `sub`. Where one issuer is configured its users are known
 * by `sub` alone; else the keys may be those of several, and a token that names its issuer names its user by both.
 */
const idsOf = (options: JwtOptions, issuer: string | undefined): ((sub: string) => string) =>
  options.issuer !== undefined || issuer === undefined ? (sub) => sub : (sub) => `${issuer}|${sub}`;

/** Why somebody outside may not be known by an id; `undefined` where they may. */
const problemOfId = (id: string, { users = 'theirs', tokens }: JwtOptions): string | undefined => {
  if (users === 'ours') return undefined;
  if (isReservedId(id)) return 'Its user is called like a part of this system.';
  return tokens?.isTaken(id) ? 'Its user is called like that of a named token.' : undefined;
};

const principalOf = (
  payload: Readonly<Record<string, unknown>>,
  digest: string,
  options: JwtOptions,
): Result<Principal, FailureReason> => {
  const claims = claimsSchema.safeParse(payload);
  if (!claims.success) return refused('One of the claims sub, exp and roles is missing from the token.');
  // A malformed list is refused as a whole: no rule is meant for half of somebody's teams.
  const teamsClaim = options.teamsClaim ?? TEAMS_CLAIM;
  const teams = teamsSchema.safeParse(payload[teamsClaim] ?? []);
  if (!teams.success) return refused(`The claim ${teamsClaim} is not a list of at most ${MAX_TEAMS} names.`);
  const { iss, exp, iat, jti, act } = claims.data;
  const now = Date.now() / 1000;
  const tolerance = options.clockToleranceSeconds ?? CLOCK_TOLERANCE_SECONDS;
  const maxLife = options.maxLifeSeconds ?? DEFAULT_MAX_LIFE_SECONDS;
  // Without `iat`, or with one in the future, it counts from now: leaving a claim out must not lengthen a life.
  if (exp - Math.min(iat ?? now, now) > maxLife + tolerance) {
    const reason = `It lasts longer than the ${maxLife} seconds that are allowed (JWT_MAX_HOURS).`;
    options.onRefused?.(reason);
    return refused(`The token is not accepted here. ${reason}`);
  }
  const idOf = idsOf(options, iss);
  const sub = idOf(claims.data.sub);
  const actor = act && idOf(act.sub);
  if (Math.max(sub.length, actor?.length ?? 0) > MAX_ID)
    return refused('The token names a user by too long an id.');
  const problem = problemOfId(sub, options) ?? (actor && problemOfId(actor, options));
  if (problem) {
    options.onRefused?.(problem);
    return refused(`The token is not accepted here. ${problem}`);
  }
  const roles = claims.data.roles.filter(isRole);
  if (roles.length === 0) return refused('The token names no role of this system.');
  const session = jti === undefined ? `sha256:${digest}` : `jti:${jti}`;
  const { tokens } = options;
  if (tokens?.isEnded(session)) return refused('The token was logged out.');
  const expiresAt = exp * 1000;
  return ok({
    id: actor ?? sub,
    roles,
    teams: [...new Set(teams.data)],
    expiresAt,
    heldToken: { kind: 'session', session, expiresAt },
    ...(tokens ? { watchEnd: () => tokens.watchEnd(session, expiresAt) } : {}),
    ...(actor === undefined ? {} : { onBehalfOf: sub }),
  });
};

const tokensUnknown = err(
  failure('unavailable', 'The log cannot be read for tokens at the moment.', {
    component: 'event-store',
    retryAfter: 1,
  }),
);

/** Failures of the token itself, as against failures to get the keys. */
const isTokenFault = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  !(error instanceof errors.JWKSInvalid) &&
  // A plain JOSEError is how the library reports an unexpected answer of the JWKS endpoint.
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
          failure('unavailable', 'The keys that tokens are verified with cannot be fetched at the moment.', {
            component: 'identity-provider',
            retryAfter: 5,
          }),
        );
      }
    },
  };
};
