import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBrowserSessions } from '../../../infra/services/auth/browser-sessions.ts';
import { beginSessionFor, createOidcSignIn } from '../../../infra/services/auth/oidc-sign-in.ts';
import { defaultSessionTerms } from '../../../infra/services/auth/session-configuration.ts';
import { followTokens } from '../../../infra/services/auth/token-registry.ts';
import { defaultRateLimitSizes, type RateLimitSizes, rateLimitsOf } from '../../../ports/rate-limits.ts';
import { FIRST_TOKEN, type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { until } from '../../support/log-harness.ts';
import { type ProviderMistake, startOpenIdProvider } from '../../support/openid-provider.ts';

const client = { id: 'anamnesis', secret: 'a secret: with signs/' };
const alice = { sub: 'alice', jti: 'id-1', realm_access: { roles: ['clinician', 'other'] } };

let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;
let api: HttpFixture;

const openApi = (sizes: Partial<RateLimitSizes> = {}): Promise<HttpFixture> =>
  openHttpApi({
    limits: { rates: rateLimitsOf({ ...defaultRateLimitSizes, ...sizes }) },
    replace: (services) => {
      const secret = new Uint8Array(32).fill(9);
      const tokens = followTokens({ ...services, maxSessionMs: 86_400_000 }, services.stopping);
      const { sessions, authenticator } = createBrowserSessions({
        secret,
        authenticator: services.authenticator,
        tokens,
        terms: defaultSessionTerms,
        clock: services.clock,
      });
      const identityProvider = createOidcSignIn({
        secret,
        used: services.idempotency,
        clock: services.clock,
        identity: services.identity,
        logger: services.logger,
        configuration: {
          issuer: provider.url,
          clientId: client.id,
          clientSecret: client.secret,
          scopes: 'openid profile',
          rolesClaim: 'realm_access.roles',
        },
        beginSession: beginSessionFor(sessions, { issuer: provider.url, users: 'theirs', tokens }),
      });
      return { authenticator, browserSessions: sessions, identityProvider, trustProxy: true };
    },
  });
beforeAll(async () => {
  provider = await startOpenIdProvider({
    id: client.id,
    secret: encodeURIComponent(client.secret),
  });
  api = await openApi();
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

const visit = (url: string, cookie?: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { redirect: 'manual', headers: { ...(cookie === undefined ? {} : { cookie }), ...headers } });
const cookieOf = (response: Response, name: string): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .find((cookie) => cookie.startsWith(`${name}=`)) ?? '';

/** A browser that has been at the provider, and is about to come back. */
const comeBack = async (
  claims: Record<string, unknown> = alice,
  mistake: ProviderMistake = {},
  returnTo = '/library',
) => {
  provider.signInAs(claims, mistake);
  const start = await visit(`${api.url}/auth/oidc/start?returnTo=${encodeURIComponent(returnTo)}`);
  expect(start.status).toBe(303);
  const begun = cookieOf(start, 'anamnesis_sign_in');
  expect(start.headers.getSetCookie()[0]).toMatch(/; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
  const at = await visit(start.headers.get('location') ?? '');
  return { begun, callback: at.headers.get('location') ?? '' };
};
const getAs = (cookie: string, path = '/api/session') => api.get(path, { token: null, headers: { cookie } });

describe('signing in with an identity provider', () => {
  it('gives the browser a session with the roles of the person, and opens the page', async () => {
    const { begun, callback } = await comeBack();
    const back = await visit(callback, begun);
    expect([back.status, back.headers.get('location')]).toEqual([303, '/library']);
    const session = await getAs(cookieOf(back, 'anamnesis_session'));
    expect(session.body.data).toMatchObject({ id: 'alice', roles: ['clinician'], idleSeconds: 1800 });
    expect(cookieOf(back, 'anamnesis_sign_in')).toBe('anamnesis_sign_in=');
    expect(provider.refusals).toEqual([]);
    expect((await api.get('/api/sign-in', { token: null })).body.data.methods).toEqual(['oidc', 'token']);
  });

  it('is completed only by the browser that began it, and once', async () => {
    const { begun, callback } = await comeBack();
    const other = await comeBack();
    for (const cookie of [undefined, other.begun, `${begun}x`])
      expect((await visit(callback, cookie)).status, String(cookie)).toBe(401);
    expect((await visit(callback, begun)).status).toBe(303);
    const replay = await visit(callback, begun);
    expect([replay.status, cookieOf(replay, 'anamnesis_session')]).toEqual([401, '']);
  });

  it('cannot be planted by another host of the same domain, behind TLS', async () => {
    const tls = { 'x-forwarded-proto': 'https' };
    const start = await visit(`${api.url}/auth/oidc/start`, undefined, tls);
    const [begun = ''] = start.headers.getSetCookie();
    expect(begun).toMatch(
      /^__Host-anamnesis_sign_in=[^;]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
    const at = await visit(start.headers.get('location') ?? '');
    const callback = (at.headers.get('location') ?? '').replace('https:', 'http:');
    const cookie = begun.split(';')[0] ?? '';
    const planted = await visit(callback, cookie.replace('__Host-', ''), tls);
    expect([planted.status, cookieOf(planted, '__Host-anamnesis_session')]).toEqual([401, '']);
    expect((await visit(callback, cookie, tls)).status).toBe(303);
  });

  it('refuses a code that the provider does not accept, and counts it as a wrong token', async () => {
    await using other = await openApi({ 'failed-sign-ins': 1 });
    const refused = async (): Promise<Response> => {
      const start = await visit(`${other.url}/auth/oidc/start`);
      const state = new URL(start.headers.get('location') ?? '').searchParams.get('state');
      const begun = cookieOf(start, 'anamnesis_sign_in');
      return visit(`${other.url}/auth/oidc/callback?code=guessed&state=${state}`, begun);
    };
    expect([(await refused()).status, (await refused()).status]).toEqual([401, 429]);
  });

  it('makes this server ask the provider only so often for one address', async () => {
    await using other = await openApi({ 'without-token': 2 });
    const begin = () => visit(`${other.url}/auth/oidc/start`);
    expect([(await begin()).status, (await begin()).status, (await begin()).status]).toEqual([303, 303, 429]);
    expect((await visit(`${other.url}/auth/oidc/callback?code=x&state=x`)).status).toBe(429);
    const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
    expect((await visit(`${other.url}/auth/oidc/start`, undefined, elsewhere)).status).toBe(303);
  });

  it('begins with the end of the session that the browser had', async () => {
    const { begun, callback } = await comeBack();
    const before = cookieOf(await visit(callback, begun), 'anamnesis_session');
    expect((await getAs(before)).status).toBe(200);
    // Another host of the same site can send the browser here, but not sign anyone out.
    await visit(`${api.url}/auth/oidc/start`, before, { 'sec-fetch-site': 'same-site' });
    expect((await getAs(before)).status).toBe(200);
    await visit(`${api.url}/auth/oidc/start`, before, { 'sec-fetch-site': 'same-origin' });
    expect((await getAs(before)).body.error.details).toEqual({ reason: 'session_ended' });
  });

  it('refuses the answer of another provider, and a refusal', async () => {
    for (const change of [{ iss: 'https://other.example' }, { error: 'access_denied' }, { state: 'x' }]) {
      const { begun, callback } = await comeBack();
      const url = new URL(callback);
      for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value);
      expect((await visit(url.href, begun)).status, JSON.stringify(change)).toBe(401);
    }
  });

  it('sends a browser that shows pages back to the page where it can begin again', async () => {
    const { begun, callback } = await comeBack();
    const url = new URL(callback);
    url.searchParams.set('error', 'access_denied');
    const shown = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: begun, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    expect([shown.status, shown.headers.get('location')]).toEqual([
      303,
      '/console/sign-in?problem=unauthenticated',
    ]);
    expect([cookieOf(shown, 'anamnesis_session'), await shown.text()]).toEqual(['', '']);
  });

  it.each([
    ['signed with another key', { algorithm: 'other-key' }],
    ['not signed', { algorithm: 'none' }],
    ['signed with the public key as a secret', { algorithm: 'public-key-as-secret' }],
    ['for another client', { audience: 'other' }],
    ['of another issuer', { issuer: 'https://other.example' }],
    ['expired', { isExpired: true }],
  ] as const)('refuses an ID token that is %s', async (_what, mistake) => {
    const { begun, callback } = await comeBack(alice, mistake);
    const back = await visit(callback, begun);
    expect([back.status, cookieOf(back, 'anamnesis_session')]).toEqual([401, '']);
  });

  it.each([
    ['for another sign-in', { claims: { nonce: 'other' } }],
    ['for several clients and another party', { audience: ['anamnesis', 'other'], claims: { azp: 'other' } }],
  ] as const)('refuses an ID token %s', async (_what, mistake) => {
    const { begun, callback } = await comeBack(alice, mistake);
    const back = await visit(callback, begun);
    expect([back.status, cookieOf(back, 'anamnesis_session')]).toEqual([401, '']);
  });

  it('sends its secret and the code to no address that the provider redirects to', async () => {
    let asked = 0;
    const other = createServer((_request, response) => {
      asked += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const redirectTo = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
    const { begun, callback } = await comeBack(alice, { redirectTo });
    const back = await visit(callback, begun);
    other.close();
    expect([back.status, cookieOf(back, 'anamnesis_session'), asked]).toEqual([503, '', 0]);
  });

  it('refuses people without a role, and ids of this system', async () => {
    for (const claims of [{ sub: 'bob' }, { ...alice, sub: 'system:orchestrator' }]) {
      const { begun, callback } = await comeBack(claims);
      expect((await visit(callback, begun)).status, claims.sub).toBe(401);
    }
  });

  it('returns only to pages of this server', async () => {
    for (const returnTo of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:1',
      '/a\nb',
    ]) {
      const start = await visit(`${api.url}/auth/oidc/start?returnTo=${encodeURIComponent(returnTo)}`);
      expect(start.status, returnTo).toBe(400);
    }
  });

  it('ends when an administrator ends what the provider issued', async () => {
    const { begun, callback } = await comeBack({ ...alice, jti: 'id-2' });
    const cookie = cookieOf(await visit(callback, begun), 'anamnesis_session');
    expect((await getAs(cookie)).status).toBe(200);
    const ended = await api.post('/api/commands/RevokeToken', { jti: 'id-2' }, { token: FIRST_TOKEN });
    expect(ended.status).toBe(200);
    await until('the session has ended', async () => (await getAs(cookie)).status === 401);
  });

  it('says that there is none where none is configured', async () => {
    await using bare = await openHttpApi();
    expect((await visit(`${bare.url}/auth/oidc/start`)).status).toBe(404);
  });
});
