import { z } from 'zod';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Choice } from '../../installation/environment/choice.ts';

/** Environment variables that configure which JWTs are accepted. */
export const jwtEnvironment = {
  JWT_SECRET: z
    .string()
    .refine(
      (secret) => Buffer.byteLength(secret) >= 32,
      'must have at least 32 bytes (RFC 7518, section 3.2)',
    )
    .optional()
    .describe('secret for verifying JWTs (HS256); at least 32 bytes'),
  JWKS_URL: z
    .url()
    .optional()
    .describe('address of the public keys for verifying JWTs; instead of JWT_SECRET'),
  JWT_ISSUER: z.string().min(1).optional().describe('required issuer (`iss`) of JWTs'),
  JWT_AUDIENCE: z.string().min(1).optional().describe('required audience (`aud`) of JWTs'),
  JWT_MAX_HOURS: z.coerce
    .number({ error: ({ code }) => (code === 'invalid_type' ? 'must be a number' : undefined) })
    .int()
    .positive()
    .max(24 * 366)
    .default(24)
    .describe(
      'longest lifetime of a JWT in hours (`exp` minus `iat`); one with a longer lifetime is refused',
    ),
  JWT_TEAMS_CLAIM: z
    .string()
    .min(1)
    .max(256)
    .default('care_teams')
    .describe("claim that lists a person's care teams (at most 100 names)"),
} as const;

/** The JWTs to accept: signed with a shared secret, or with a key published at a URL. */
export type JwtConfiguration = {
  readonly secret?: string;
  readonly jwksUrl?: string;
  readonly issuer?: string;
  readonly audience?: string;
  readonly maxLifeSeconds: number;
  readonly teamsClaim: string;
};

/** Returns the configuration or the problem with it; undefined when no JWT is accepted. */
export const chooseJwt = (
  env: z.output<z.ZodObject<typeof jwtEnvironment>>,
): Choice<JwtConfiguration | undefined> => {
  if (env.JWT_SECRET && env.JWKS_URL) return { ok: false, problem: 'Set JWT_SECRET or JWKS_URL, not both.' };
  if (!env.JWT_SECRET && !env.JWKS_URL) return { ok: true, value: undefined };
  return {
    ok: true,
    value: {
      teamsClaim: env.JWT_TEAMS_CLAIM,
      maxLifeSeconds: env.JWT_MAX_HOURS * 3600,
      ...omitUndefined({
        secret: env.JWT_SECRET,
        jwksUrl: env.JWKS_URL,
        issuer: env.JWT_ISSUER,
        audience: env.JWT_AUDIENCE,
      }),
    },
  };
};
