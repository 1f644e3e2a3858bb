import { z } from 'zod';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Choice } from '../../installation/environment/choice.ts';

/** Environment variables for signing in with an identity provider in the console. */
export const oidcEnvironment = {
  OIDC_ISSUER: z
    .url()
    .optional()
    .describe(
      'issuer of the identity provider with which people sign in to the console (OpenID Connect); its redirect address is `<PUBLIC_URL>/auth/oidc/callback`',
    ),
  OIDC_CLIENT_ID: z.string().min(1).max(256).optional().describe('client id of this server at that provider'),
  OIDC_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('client secret, if the provider gave one; the sign-in uses PKCE with and without it'),
  OIDC_SCOPES: z
    .string()
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/)
    .default('openid profile')
    .describe('scopes to request; must include `openid`'),
  OIDC_ROLES_CLAIM: z
    .string()
    .min(1)
    .max(256)
    .default('roles')
    .describe(
      'claim of the ID token that lists the roles; dots lead into objects, as in `realm_access.roles`',
    ),
} as const;

/** The identity provider of the console. */
export type OidcConfiguration = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly scopes: string;
  readonly rolesClaim: string;
};

/**
 * Whether an address of the provider uses TLS or stays on this machine. Codes, tokens and the keys that verify them
 * travel there.
 */
export const isProtected = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  );
};

/** Returns the configuration or the problem with it; undefined when there is no provider. */
export const chooseOidc = (
  env: z.output<z.ZodObject<typeof oidcEnvironment>>,
): Choice<OidcConfiguration | undefined> => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = env;
  if (issuer === undefined && clientId === undefined && env.OIDC_CLIENT_SECRET === undefined)
    return { ok: true, value: undefined };
  if (issuer === undefined || clientId === undefined)
    return { ok: false, problem: 'Set OIDC_ISSUER and OIDC_CLIENT_ID together.' };
  if (!isProtected(issuer)) return { ok: false, problem: 'OIDC_ISSUER must begin with https://.' };
  if (!env.OIDC_SCOPES.split(' ').includes('openid'))
    return { ok: false, problem: 'OIDC_SCOPES must include openid.' };
  return {
    ok: true,
    value: {
      issuer,
      clientId,
      scopes: env.OIDC_SCOPES,
      rolesClaim: env.OIDC_ROLES_CLAIM,
      ...omitUndefined({ clientSecret: env.OIDC_CLIENT_SECRET }),
    },
  };
};
