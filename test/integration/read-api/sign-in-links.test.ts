import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignInCodes } from '../../../infra/services/auth/sign-in-codes.ts';
import { FIRST_TOKEN, type HttpFixture, openHttpApi } from '../../support/http-api.ts';

let api: HttpFixture;
beforeAll(async () => {
  api = await openHttpApi({ replace: () => ({ trustProxy: true }) });
});
afterAll(() => api[Symbol.asyncDispose]());

const withFirst = { token: FIRST_TOKEN };
const create = async (name: string): Promise<{ token: string; tokenId: string }> =>
  (await api.post('/api/commands/CreateToken', { name, roles: ['clinician'], replace: true }, withFirst)).body
    .data;
const linkFor = async (token: string): Promise<string> => {
  const { status, body } = await api.post('/api/sign-in-links', { token }, withFirst);
  expect([status, body.error]).toEqual([200, undefined]);
  const life = Date.parse(body.data.expiresAt) - Date.now();
  expect(life).toBeGreaterThan(540_000);
  expect(life).toBeLessThanOrEqual(600_000);
  return body.data.url;
};
const codeIn = (url: string): string => new URL(url).hash.replace('#code=', '');
const open = (code: string, headers: Record<string, string> = {}) =>
  api.post('/api/session', { code }, { token: null, headers });

describe('a link for signing in', () => {
  it('signs a browser in once, as the user of the token', async () => {
    const url = await linkFor((await create('alice')).token);
    expect(url).toMatch(new RegExp(`^${api.url}/#code=[\\w.-]+$`));
    const first = await open(codeIn(url));
    expect([first.status, first.body.data?.id]).toEqual([200, 'alice']);
    expect(first.headers.get('set-cookie')).toMatch(/^anamnesis_session=anms_/);
    const second = await open(codeIn(url));
    expect([second.status, second.headers.get('set-cookie')]).toEqual([401, null]);
    expect(second.headers.get('ratelimit')).toMatch(/^"failed-sign-ins"/);
  });

  it('works on one of several nodes, however many get it at the same moment', async () => {
    const { token } = await create('bob');
    const code = codeIn(await linkFor(token));
    const { clock, identity, idempotency } = api.services;
    const nodes = Array.from({ length: 5 }, () =>
      createSignInCodes({ secret: api.secret, used: idempotency, clock, identity }),
    );
    const opened = await Promise.all(nodes.map((node) => node.open(code)));
    expect(new Set(opened.map((found) => found?.token))).toEqual(new Set([token]));
    const used = await Promise.all(opened.map((found) => found?.use()));
    expect(used.filter(Boolean)).toHaveLength(1);
    expect((await open(code)).status).toBe(401);
  });

  it('expires after ten minutes', async () => {
    const { identity, idempotency } = api.services;
    let now = Date.now();
    const codes = createSignInCodes({
      secret: api.secret,
      used: idempotency,
      clock: { now: () => new Date(now).toISOString() },
      identity,
    });
    const [early, late] = [await codes.issue('t'), await codes.issue('t')];
    now += 590_000;
    expect((await codes.open(early.code))?.token).toBe('t');
    now += 20_000;
    expect(await codes.open(late.code)).toBeUndefined();
  });

  it('stays good when the limit of an address refuses the sign-in', async () => {
    const { token } = await create('heidi');
    const { clock, identity, idempotency } = api.services;
    // By another node, so that this one has never seen the token.
    const codes = createSignInCodes({ secret: api.secret, used: idempotency, clock, identity });
    const { code } = await codes.issue(token);
    const limited = { 'x-forwarded-for': '203.0.113.78' };
    while ((await api.get('/api/documents', { token: 'guess', headers: limited })).status !== 429);
    expect((await open(code, limited)).status).toBe(429);
    expect((await open(code)).status).toBe(200);
    expect((await open(code)).status).toBe(401);
  });

  it('is useless once its token was revoked', async () => {
    const { token, tokenId } = await create('carol');
    const code = codeIn(await linkFor(token));
    await api.post('/api/commands/RevokeToken', { tokenId }, withFirst);
    expect((await open(code)).status).toBe(401);
  });

  it('is neither a token, nor a ticket, nor made from a ticket', async () => {
    const { token } = await create('dave');
    const code = codeIn(await linkFor(token));
    expect((await api.get('/api/documents', { token: code })).status).toBe(401);
    const stream = await fetch(`${api.url}/api/stream?ticket=${code}`);
    expect(stream.status).toBe(401);
    const ticket = await api.post('/api/stream-tickets', { path: '/api/stream' }, { token });
    expect((await open(ticket.body.data.ticket)).status).toBe(401);
  });

  it('is made only by someone who manages tokens, for a valid token that is not a session', async () => {
    const { token } = await create('erin');
    expect((await api.post('/api/sign-in-links', { token }, { token })).status).toBe(403);
    expect((await api.post('/api/sign-in-links', { token: 'wrong' }, withFirst)).status).toBe(401);
    const session = await open(codeIn(await linkFor(token)));
    const cookie = session.headers.get('set-cookie')?.split(';')[0]?.split('=')[1] ?? '';
    expect((await api.post('/api/sign-in-links', { token: cookie }, withFirst)).status).toBe(401);
  });

  it('is not opened by pages of other origins, and stays whole', async () => {
    const code = codeIn(await linkFor((await create('frank')).token));
    const headers = { origin: 'https://evil.example' };
    expect((await api.post('/api/session', { code }, { token: null, headers })).status).toBe(403);
    expect((await open(code)).status).toBe(200);
  });

  it('reveals no token, and appears in no log line and no event', async () => {
    const { token } = await create('grace');
    const code = codeIn(await linkFor(token));
    await open(code);
    const parts = code.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
    expect(parts.join('')).not.toContain(token);
    const events = await Array.fromAsync(api.eventStore.readAll(0));
    for (const text of [api.logLines.join(''), JSON.stringify(events)]) {
      expect(text).not.toContain(code.slice(-40));
      expect(text).not.toContain(token);
    }
  });
});
