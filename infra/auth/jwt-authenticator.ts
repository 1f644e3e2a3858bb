import { createRemoteJWKSet, errors, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from 'jose';
import { z } from 'zod';
import { roles as knownRoles, type Role } from '../../domain/kernel/actor.ts';
import { defined } from '../../domain/kernel/defined.ts';
import { type FailureReason, failure } from '../../domain/kernel/failure.ts';
import { err, ok, type Result } from '../../domain/kernel/result.ts';
import { careTeamSchema } from '../../domain/ownership/care-team.ts';
import type { Authenticator, Principal } from '../../ports/authenticator.ts';

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
  /** Seconds by which the clocks of the two sides may differ. */
  readonly clockToleranceSeconds?: number;
};

/** RFC 7518, section 3.2: a key for HS256 must have at least the size of the hash, 256 bits. */
const MIN_SECRET_BYTES = 32;
const CLOCK_TOLERANCE_SECONDS = 30;
const TEAMS_CLAIM = 'care_teams';
const JWKS_TIMEOUT_MS = 5000;

// Named one by one, and never both kinds at once: a token must not choose how it is verified.
const symmetric = ['HS256'];
const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** `act` is the acting party of a delegated token (RFC 8693, section 4.1): then `sub` is the person acted for. */
const claimsSchema = z.object({
  sub: z.string().min(1).max(256),
  exp: z.number(),
  roles: z.union([z.array(z.string()).max(100), z.string().transform((text) => text.split(/[\s,]+/))]),
  act: z.object({ sub: z.string().min(1).max(256) }).optional(),
});

/** Nobody is in more teams: a list from outside is bounded, and each request carries it along. */
const MAX_TEAMS = 100;
const teamsSchema = z.array(careTeamSchema).max(MAX_TEAMS);

const isRole = (name: string): name is Role => knownRoles.some((role) => role === name);

const refused = (message: string): Result<never, FailureReason> => err(failure('unauthenticated', message));

const principalOf = (
  payload: Readonly<Record<string, unknown>>,
  teamsClaim: string,
): Result<Principal, FailureReason> => {
  const claims = claimsSchema.safeParse(payload);
  if (!claims.success) return refused('The token lacks one of the claims sub, exp and roles.');
  // A list that is not one is refused as a whole: half of somebody's teams would be nobody's rule.
  const teams = teamsSchema.safeParse(payload[teamsClaim] ?? []);
  if (!teams.success) return refused(`The claim ${teamsClaim} is not a list of at most ${MAX_TEAMS} names.`);
  const { sub, exp, act } = claims.data;
  const roles = claims.data.roles.filter(isRole);
  if (roles.length === 0) return refused('The token names no role of this system.');
  return ok({
    id: act?.sub ?? sub,
    roles,
    teams: [...new Set(teams.data)],
    expiresAt: exp * 1000,
    ...(act ? { onBehalfOf: sub } : {}),
  });
};

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
    ...defined({ issuer: options.issuer, audience: options.audience }),
  };
  const teamsClaim = options.teamsClaim ?? TEAMS_CLAIM;
  return {
    authenticate: async (token) => {
      try {
        return principalOf((await jwtVerify(token, key, rules)).payload, teamsClaim);
      } catch (error) {
        if (isTokenFault(error))
          return refused('The token is malformed, expired or not signed by a known key.');
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
