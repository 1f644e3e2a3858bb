import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBrowserSessions } from '../../../infra/services/auth/browser-sessions.ts';
import { defaultSessionTerms } from '../../../infra/services/auth/session-configuration.ts';
import { followTokens } from '../../../infra/services/auth/token-registry.ts';
import { FIRST_TOKEN, type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { ADMIN_TOKEN, type Answer } from '../../support/http-client.ts';
import { until } from '../../support/log-harness.ts';
import { testTokenIssue } from '../../support/token-issue.ts';

const IDLE_MS = defaultSessionTerms.idleSeconds * 1000;
const MAX_MS = defaultSessionTerms.maxSeconds * 1000;

let now = Date.now();
let api: HttpFixture;
beforeAll(async () => {
  api = await openHttpApi({
    replace: (services) => {
      const clock = { ...services.clock, now: () => new Date(now).toISOString() };
      const tokens = followTokens({ ...services, maxSessionMs: MAX_MS }, services.stopping);
      const { sessions, authenticator } = createBrowserSessions({
        secret: new Uint8Array(32).fill(7),
        authenticator: services.authenticator,
        tokens,
        terms: defaultSessionTerms,
        clock,
      });
      return { authenticator, browserSessions: sessions, environment: 'test', trustProxy: true };
    },
  });
});
afterAll(() => api[Symbol.asyncDispose]());

type Session = { readonly cookie: string; readonly csrf: string; readonly setCookie: string };

const sessionOf = (answer: Answer): Session => {
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  const setCookie = answer.headers.get('set-cookie') ?? '';
  return { setCookie, cookie: setCookie.split(';')[0] ?? '', csrf: answer.body.data.csrfToken };
};
const signIn = async (token = ADMIN_TOKEN, headers: Record<string, string> = {}): Promise<Session> =>
  sessionOf(await api.post('/api/session', { token }, { token: null, headers }));

const get = (path: string, { cookie }: Pick<Session, 'cookie'>, headers: Record<string, string> = {}) =>
  api.get(path, { token: null, headers: { cookie, ...headers } });
const start = ({ cookie }: Session, headers: Record<string, string>) =>
  api.post('/api/commands/StartConversation', {}, { token: null, headers: { cookie, ...headers } });
const signOut = ({ cookie, csrf }: Session) =>
  fetch(`${api.url}/api/session`, { method: 'DELETE', headers: { cookie, 'x-csrf-token': csrf } });
const named = async (name: string): Promise<{ token: string; tokenId: string }> =>
  (
    await api.post(
      '/api/commands/CreateToken',
      { name, roles: ['clinician'], replace: true },
      { token: FIRST_TOKEN },
    )
  ).body.data;

/** Opens the stream of events like an EventSource; resolves when it has ended. */
const openStream = async ({ cookie }: Session): Promise<{ status: number; ended: Promise<string> }> => {
  const response = await fetch(`${api.url}/api/stream`, { headers: { cookie } });
  return { status: response.status, ended: response.text().catch(() => 'cut') };
};

describe('a session in a browser', () => {
  it('replaces the token by a cookie that no script reads and no other site sends', async () => {
    const session = await signIn();
    expect(session.setCookie).toMatch(
      /^anamnesis_session=anms_[\w.-]+; Path=\/; Max-Age=1800; HttpOnly; SameSite=Strict$/,
    );
    const { data } = (await get('/api/session', session)).body;
    expect(data).toMatchObject({ csrfToken: session.csrf, idleSeconds: 1800 });
    expect(data.permissions).toContain('documents:read');
    expect((await get('/api/documents', session)).status).toBe(200);
  });

  it('has a cookie for TLS alone, which no other host can set, behind a proxy with TLS', async () => {
    const headers = { 'x-forwarded-proto': 'https' };
    const session = await signIn(ADMIN_TOKEN, headers);
    expect(session.setCookie).toMatch(/^__Host-anamnesis_session=.*; Secure$/);
    expect((await get('/api/documents', session, headers)).status).toBe(200);
    expect((await get('/api/documents', session)).status).toBe(401);
  });

  it('changes nothing without its CSRF token', async () => {
    const [session, other] = [await signIn(), await signIn()];
    for (const headers of [{}, { 'x-csrf-token': '' }, { 'x-csrf-token': other.csrf }] as const) {
      const refused = await start(session, headers);
      expect(refused.status).toBe(403);
      expect(refused.body.error.details).toEqual({ reason: 'csrf' });
    }
    expect((await start(session, { 'x-csrf-token': session.csrf })).status).toBe(200);
    expect((await signOut({ ...session, csrf: other.csrf })).status).toBe(403);
  });

  it('answers no read that was meant for another session', async () => {
    const [session, other] = [await signIn(), await signIn()];
    for (const path of ['/api/documents', '/api/session', '/api/stream']) {
      const refused = await get(path, session, { 'x-csrf-token': other.csrf });
      expect([refused.status, refused.body.error.details], path).toEqual([403, { reason: 'csrf' }]);
    }
    expect((await get('/api/documents', session, { 'x-csrf-token': session.csrf })).status).toBe(200);
  });

  it('works only on pages of this server', async () => {
    const session = await signIn();
    const csrf = { 'x-csrf-token': session.csrf };
    const host = new URL(api.url).host;
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: `http://${host}` },
    ] as const) {
      expect((await start(session, { ...csrf, ...headers })).status, JSON.stringify(headers)).toBe(403);
      expect((await get('/api/documents', session, headers)).status, JSON.stringify(headers)).toBe(403);
      const foreign = await api.post('/api/session', { token: ADMIN_TOKEN }, { token: null, headers });
      expect([foreign.status, foreign.headers.get('set-cookie')]).toEqual([403, null]);
    }
    for (const headers of [
      { origin: `http://${host}` },
      { 'sec-fetch-site': 'same-origin', origin: 'https://console.example' },
      { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'app.example', origin: 'http://app.example' },
    ] as const)
      expect((await start(session, { ...csrf, ...headers })).status, JSON.stringify(headers)).toBe(200);
  });

  it('does not weaken a token: with one, no cookie and no CSRF token counts', async () => {
    const session = await signIn();
    const bearer = { headers: { cookie: session.cookie, origin: 'https://evil.example' } };
    expect((await api.post('/api/commands/StartConversation', {}, bearer)).status).toBe(200);
    const wrong = await api.get('/api/documents', { token: 'wrong', headers: { cookie: session.cookie } });
    expect(wrong.status).toBe(401);
  });

  it('is always a new one, whatever the browser sent', async () => {
    const prepared = await signIn((await named('mallory')).token);
    const victim = await signIn(ADMIN_TOKEN, { cookie: prepared.cookie });
    expect(victim.cookie).not.toBe(prepared.cookie);
    expect(victim.csrf).not.toBe(prepared.csrf);
  });

  it('ends, with its streams, when another begins in the same browser', async () => {
    const first = await signIn((await named('dora')).token);
    const stream = await openStream(first);
    const second = await signIn(ADMIN_TOKEN, { cookie: first.cookie });
    await stream.ended;
    expect((await get('/api/session', first)).body.error.details).toEqual({ reason: 'session_ended' });
    expect((await get('/api/session', second)).status).toBe(200);
  });

  it('does not end because someone failed to sign in, or another origin tried', async () => {
    const session = await signIn((await named('emil')).token);
    const { cookie } = session;
    await api.post('/api/session', { token: 'wrong' }, { token: null, headers: { cookie } });
    const headers = { cookie, origin: 'https://evil.example' };
    await api.post('/api/session', { token: ADMIN_TOKEN }, { token: null, headers });
    expect((await get('/api/session', session)).status).toBe(200);
  });

  it('cannot begin with another session, which would outlast it', async () => {
    const { cookie } = await signIn();
    const nested = await api.post('/api/session', { token: cookie.split('=')[1] }, { token: null });
    expect(nested.status).toBe(401);
  });

  it('opens streams and sockets by the cookie alone', async () => {
    const session = await signIn((await named('olga')).token);
    const { status, ended } = await openStream(session);
    expect(status).toBe(200);
    await signOut(session);
    await ended;
  });

  it('ends everywhere when its owner signs out, and no other session with it', async () => {
    const { token } = await named('bob');
    const [session, other] = [await signIn(token), await signIn(token)];
    const stream = await openStream(session);
    const out = await signOut(session);
    expect([out.status, out.headers.get('set-cookie')]).toEqual([
      200,
      'anamnesis_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
    ]);
    await stream.ended;
    await until('the session has ended', async () => (await get('/api/documents', session)).status === 401);
    const refused = await get('/api/documents', session);
    expect(refused.body.error.details).toEqual({ reason: 'session_ended' });
    expect(refused.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await get('/api/documents', other)).status).toBe(200);
    expect((await api.get('/api/documents', { token })).status).toBe(200);
    // Another node, which starts later, learns it from the log.
    const registry = followTokens(
      { ...api.services, maxSessionMs: testTokenIssue.maxSessionMs },
      api.services.stopping,
    );
    const node = createBrowserSessions({
      secret: new Uint8Array(32).fill(7),
      authenticator: api.services.authenticator,
      tokens: registry,
      terms: defaultSessionTerms,
      clock: { now: () => new Date(now).toISOString() },
    });
    const text = session.cookie.split('=')[1] ?? '';
    await until('the other node knows', async () => !(await node.authenticator.authenticate(text)).ok);
  });

  it('of the first admin token can also be ended', async () => {
    const session = await signIn(FIRST_TOKEN);
    expect((await get('/api/session', session)).body.data.permissions).toEqual(['tokens:manage']);
    expect((await signOut(session)).status).toBe(200);
  });

  it('ends with its token, at once and with its streams', async () => {
    const { token, tokenId } = await named('carol');
    const session = await signIn(token);
    const stream = await openStream(session);
    await api.post('/api/commands/RevokeToken', { tokenId }, { token: FIRST_TOKEN });
    await stream.ended;
    await until('the session has ended', async () => (await get('/api/documents', session)).status === 401);
  });

  it('ends when nothing was requested for a while, unless it is used', async () => {
    const session = await signIn();
    expect((await get('/api/documents', session)).headers.get('set-cookie')).toBeNull();
    now += IDLE_MS - 60_000;
    const background = await get('/api/documents', session, { 'x-background': '1' });
    expect([background.status, background.headers.get('set-cookie')]).toEqual([200, null]);
    const used = await get('/api/session', session);
    const prolonged = sessionOf(used);
    expect(prolonged.csrf).toBe(session.csrf);
    now += 120_000;
    expect((await get('/api/documents', session)).status).toBe(401);
    expect((await get('/api/documents', prolonged)).status).toBe(200);
  });

  it('ends after the working day even if it is used all the time', async () => {
    let session = await signIn();
    const end = now + MAX_MS;
    while (now + IDLE_MS / 2 < end) {
      now += IDLE_MS / 2;
      session = sessionOf(await get('/api/session', session));
    }
    now = end;
    expect((await get('/api/documents', session)).status).toBe(401);
  });

  it('counts a forged cookie as a wrong token, but not one that has ended', async () => {
    const session = await signIn();
    await signOut(session);
    const forged = { cookie: `${session.cookie.slice(0, -4)}AAAA` };
    const statusOf = async (what: Pick<Session, 'cookie'>) => (await get('/api/documents', what)).headers;
    expect((await statusOf(session)).get('ratelimit')).toBeNull();
    expect((await statusOf(forged)).get('ratelimit')).toMatch(/^"failed-sign-ins"/);
    expect((await get('/api/documents', forged)).status).toBe(401);
    expect((await get('/api/documents', { cookie: 'anamnesis_session=x' })).status).toBe(401);
    const asCookie = await get('/api/documents', { cookie: `anamnesis_session=${ADMIN_TOKEN}` });
    expect(asCookie.status, 'a token in the cookie would escape the CSRF token').toBe(401);
  });

  it('begins, is prolonged and goes on while others at its address guess tokens', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.77' };
    const before = await signIn(ADMIN_TOKEN, headers);
    const limited = async (): Promise<boolean> =>
      (await api.get('/api/documents', { token: 'guess', headers })).status === 429;
    while (!(await limited()));
    now += 120_000;
    const prolonged = sessionOf(await get('/api/session', before, headers));
    expect(prolonged.cookie).not.toBe(before.cookie);
    expect((await get('/api/documents', prolonged, headers)).status).toBe(200);
    expect((await get('/api/documents', await signIn(ADMIN_TOKEN, headers), headers)).status).toBe(200);
    const forged = { cookie: `${prolonged.cookie.slice(0, -4)}AAAA` };
    expect((await get('/api/documents', forged, headers)).status).toBe(429);
  });

  it('reveals no token, and appears in no log line and no event', async () => {
    const { token } = await named('dave');
    const session = await signIn(token);
    const parts = session.cookie.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
    expect(parts.join('')).not.toContain(token);
    await signOut(session);
    const events = await Array.fromAsync(api.eventStore.readAll(0));
    for (const text of [api.logLines.join(''), JSON.stringify(events)]) {
      expect(text).not.toContain(session.cookie.slice(-40));
      expect(text).not.toContain(session.csrf);
      expect(text).not.toContain(token);
    }
  });

  it('refuses wrong tokens like every request, and those too long for a cookie', async () => {
    const wrong = await api.post('/api/session', { token: 'wrong' }, { token: null });
    expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([401, null]);
    expect(wrong.headers.get('ratelimit')).toMatch(/^"failed-sign-ins"/);
    expect((await api.post('/api/session', {}, { token: null })).status).toBe(400);
    const long = await api.tokenFor('erin', ['clinician'], { pad: 'x'.repeat(4000) });
    const refused = await api.post('/api/session', { token: long }, { token: null });
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([400, null]);
  });
});

describe('the page for signing in', () => {
  it('learns without a token how to sign in, and where it is', async () => {
    const { status, body } = await api.get('/api/sign-in', { token: null });
    expect(status).toBe(200);
    expect(body.data).toEqual({ methods: ['token'], environment: 'test', version: '0.0.0-test' });
  });
});
