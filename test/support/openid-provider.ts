import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';

/** How one sign-in at the provider goes wrong. */
export type ProviderMistake = {
  readonly claims?: Record<string, unknown>;
  readonly audience?: string | readonly string[];
  readonly issuer?: string;
  readonly isExpired?: boolean;
  readonly algorithm?: 'none' | 'other-key' | 'public-key-as-secret';
  /** Where the token endpoint redirects to instead of answering. */
  readonly redirectTo?: string;
};

/**
 * An OpenID provider over HTTP: it checks the client's requests as the protocol demands, signs in one person without
 * asking, and makes the mistakes that a test wants.
 */
export const startOpenIdProvider = async (client: { readonly id: string; readonly secret?: string }) => {
  const [{ privateKey, publicKey }, other] = await Promise.all([
    generateKeyPair('ES256'),
    generateKeyPair('ES256'),
  ]);
  const codes = new Map<string, URLSearchParams>();
  const refusals: string[] = [];
  let mistake: ProviderMistake = {};
  let person: Record<string, unknown> = { sub: 'alice', roles: ['clinician'] };
  let url = '';

  const idToken = async (nonce: string | null): Promise<string> => {
    const claims = { nonce, ...person, ...mistake.claims };
    const audience = mistake.audience ?? client.id;
    const isConfused = mistake.algorithm === 'public-key-as-secret';
    const token = new SignJWT(claims)
      .setProtectedHeader({ alg: isConfused ? 'HS256' : 'ES256', kid: 'k1' })
      .setIssuer(mistake.issuer ?? url)
      .setAudience(typeof audience === 'string' ? audience : [...audience])
      .setIssuedAt()
      .setExpirationTime(mistake.isExpired === true ? '-5m' : '5m');
    if (isConfused) return token.sign(Buffer.from(await exportSPKI(publicKey)));
    if (mistake.algorithm !== 'none')
      return token.sign(mistake.algorithm === 'other-key' ? other.privateKey : privateKey);
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const now = Math.floor(Date.now() / 1000);
    const payload = { ...claims, iss: url, aud: client.id, iat: now, exp: now + 300 };
    return `${part({ alg: 'none' })}.${part(payload)}.`;
  };
  const exchange = async (form: URLSearchParams, authorization: string | undefined) => {
    const asked = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const proof =
      client.secret === undefined
        ? form.get('client_id') === client.id
        : authorization === `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
    const isRight =
      asked?.get('code_challenge') === challenge && asked.get('redirect_uri') === form.get('redirect_uri');
    if (asked && isRight && proof)
      return { id_token: await idToken(asked.get('nonce')), token_type: 'Bearer' };
    refusals.push('token');
    return undefined;
  };

  const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? '/', url);
    const json = (body: unknown, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (address.pathname === '/.well-known/openid-configuration')
      return json({
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
      });
    if (address.pathname === '/jwks')
      return json({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }] });
    if (address.pathname === '/authorize') {
      const asked = address.searchParams;
      const isRight =
        asked.get('response_type') === 'code' &&
        asked.get('client_id') === client.id &&
        asked.get('code_challenge_method') === 'S256' &&
        (asked.get('scope') ?? '').split(' ').includes('openid');
      if (!isRight) refusals.push('authorize');
      const code = randomUUID();
      codes.set(code, asked);
      const back = new URL(asked.get('redirect_uri') ?? url);
      for (const [name, value] of [
        ['code', code],
        ['state', asked.get('state') ?? ''],
        ['iss', url],
        ['session_state', 'x'],
      ] as const)
        back.searchParams.set(name, value);
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    if (mistake.redirectTo !== undefined) {
      response.writeHead(307, { location: mistake.redirectTo }).end();
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const form = new URLSearchParams(Buffer.concat(parts).toString());
    const tokens = await exchange(form, request.headers.authorization);
    json(tokens ?? { error: 'invalid_grant' }, tokens ? 200 : 400);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    url,
    /** The requests of the client that were wrong. */
    refusals,
    /** The claims of the person who signs in from now on. */
    signInAs: (claims: Record<string, unknown>, next: ProviderMistake = {}): void => {
      person = claims;
      mistake = next;
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
