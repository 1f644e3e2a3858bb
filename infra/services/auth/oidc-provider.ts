import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { limitStream } from '../outside/limit-stream.ts';
import { isProtected, type OidcConfiguration } from './oidc-configuration.ts';

/** The provider does not answer, or not as the protocol says: a fault of its own or of the configuration. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault';
}

/** The provider does not accept this sign-in: its code is wrong, used or expired, or its ID token is for another one. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;
/** The description of a provider rarely changes. */
const DESCRIPTION_MS = 3_600_000;
/** Signatures that only the provider can make (OpenID Connect Core, 3.1.3.7). */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const CLOCK_TOLERANCE_SECONDS = 30;

const descriptionSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});
type Description = z.output<typeof descriptionSchema>;
const tokensSchema = z.object({ id_token: z.string().max(64 * 1024) });

const refusedGrant = z.object({ error: z.literal('invalid_grant') });

/** Whether the provider refuses the code itself (RFC 6749, 5.2), and not this server as its client. */
const isRefusedGrant = (text: string): boolean => {
  try {
    return refusedGrant.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
};

const requestJson = async (url: string, init: RequestInit): Promise<unknown> => {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: 'application/json', ...init.headers },
    });
    const text = await limitStream(response, { total: MAX_BYTES, line: MAX_BYTES }).text();
    if (response.status === 400 && isRefusedGrant(text))
      throw new SignInRefused('The identity provider does not accept this sign-in. Begin again.');
    if (!response.ok) throw new ProviderFault(`The identity provider answered with ${response.status}.`);
    return JSON.parse(text);
  } catch (error) {
    // The cause can contain a token, and is not passed on.
    throw error instanceof ProviderFault || error instanceof SignInRefused
      ? error
      : new ProviderFault('The identity provider did not answer.');
  }
};

/** RFC 6749, 2.3.1: id and secret are form-encoded before they become user and password. */
const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;

type CodeExchange = {
  readonly code: string;
  readonly verifier: string;
  readonly nonce: string;
  readonly redirectUri: string;
};

type OidcProvider = {
  readonly describe: () => Promise<Description>;
  /** Exchanges a code for the claims of the person; throws ProviderFault, SignInRefused, or jose's error for a wrong ID token. */
  readonly exchange: (
    exchange: CodeExchange,
  ) => Promise<{ readonly claims: JWTPayload; readonly idToken: string }>;
};

/** Talks to an OpenID provider: its description, its keys, and its codes. */
export const createOidcProvider = (
  { issuer, clientId, clientSecret }: OidcConfiguration,
  now: () => number,
): OidcProvider => {
  let known: { readonly description: Description; readonly until: number } | undefined;
  let keys: { readonly uri: string; readonly resolve: ReturnType<typeof createRemoteJWKSet> } | undefined;

  const describe = async (): Promise<Description> => {
    if (known !== undefined && known.until > now()) return known.description;
    const found = await requestJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {});
    const description = descriptionSchema.safeParse(found).data;
    // OpenID Connect Discovery, 4.3: otherwise one provider could pose as another.
    if (description?.issuer !== issuer)
      throw new ProviderFault('The identity provider describes itself as another one than OIDC_ISSUER.');
    // An https issuer can still name plain addresses: the code, the client secret and the keys would be open to all.
    const { authorization_endpoint, token_endpoint, jwks_uri } = description;
    if (![authorization_endpoint, token_endpoint, jwks_uri].every(isProtected))
      throw new ProviderFault('The identity provider names an address that does not begin with https://.');
    known = { description, until: now() + DESCRIPTION_MS };
    return description;
  };
  const keysAt = (uri: string) => {
    if (keys?.uri !== uri)
      keys = { uri, resolve: createRemoteJWKSet(new URL(uri), { timeoutDuration: TIMEOUT_MS }) };
    return keys.resolve;
  };
  return {
    describe,
    exchange: async ({ code, verifier, nonce, redirectUri }) => {
      const { token_endpoint, jwks_uri } = await describe();
      const answer = tokensSchema.safeParse(
        await requestJson(token_endpoint, {
          method: 'POST',
          headers: clientSecret === undefined ? {} : { authorization: basic(clientId, clientSecret) },
          body: new URLSearchParams({
            grant_type: 'authorization_code',
            code,
            redirect_uri: redirectUri,
            code_verifier: verifier,
            ...(clientSecret === undefined ? { client_id: clientId } : {}),
          }),
        }),
      );
      if (!answer.success) throw new ProviderFault('The identity provider sent no ID token.');
      const idToken = answer.data.id_token;
      const { payload } = await jwtVerify(idToken, keysAt(jwks_uri), {
        algorithms,
        issuer,
        audience: clientId,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(now()),
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      });
      const isForUs = !Array.isArray(payload.aud) || payload.aud.length === 1 || payload.azp === clientId;
      if (payload.nonce !== nonce || !isForUs)
        throw new SignInRefused('The identity provider answered for another sign-in. Begin again.');
      return { claims: payload, idToken };
    },
  };
};
