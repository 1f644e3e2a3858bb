import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createStreamTickets } from '../../../infra/services/auth/stream-tickets.ts';
import { createClaimSecrets } from '../../../infra/storage/idempotency/claim-secrets.ts';
import { createPostgresIdempotencyStore } from '../../../infra/storage/idempotency/postgres-idempotency-store.ts';
import { apiRoutes } from '../../../read-api/api-routes.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { ADMIN_TOKEN } from '../../support/http-client.ts';

const ROUTE = '/api/stream-tickets';
const withTicket = (path: string, ticket: string): string => `${path}?ticket=${encodeURIComponent(ticket)}`;

/** Opens a stream like a browser's EventSource: without any header. Returns its status, and closes it. */
const open = async (api: HttpFixture, path: string): Promise<number> => {
  const leave = new AbortController();
  const response = await fetch(`${api.url}${path}`, { signal: leave.signal });
  leave.abort();
  return response.status;
};

const ticketFor = async (api: HttpFixture, path: string, token = ADMIN_TOKEN): Promise<string> => {
  const answer = await api.post(ROUTE, { path }, { token });
  expect(answer.status).toBe(200);
  expect(Date.parse(answer.body.data.expiresAt) - Date.now()).toBeLessThanOrEqual(30_000);
  return answer.body.data.ticket;
};

describe('a ticket for a stream', () => {
  it('opens it once, without a token, and not a second time', async () => {
    await using api = await openHttpApi();
    const ticket = await ticketFor(api, '/api/stream');
    expect(await open(api, withTicket('/api/stream', ticket))).toBe(200);
    expect(await open(api, withTicket('/api/stream', ticket))).toBe(401);
  });

  it('is issued for every route that accepts one', async () => {
    await using api = await openHttpApi();
    const taking = apiRoutes(api.services).filter(
      ({ documentation: { query } }) => query instanceof z.ZodObject && 'ticket' in query.shape,
    );
    expect(taking.length).toBeGreaterThan(3);
    for (const { path } of taking) await ticketFor(api, path.replace(/:\w+/, crypto.randomUUID()));
  });

  it('is accepted by one of several nodes, however many receive it concurrently', async () => {
    await using api = await openHttpApi();
    const ticket = await ticketFor(api, '/api/stream');
    const { clock, identity } = api.services;
    const nodes = Array.from({ length: 5 }, () =>
      createStreamTickets({
        secret: api.secret,
        used: createPostgresIdempotencyStore({
          secrets: createClaimSecrets(new Uint8Array(32)),
          database: api.database,
        }),
        clock,
        identity,
      }),
    );
    const redeemed = await Promise.all(nodes.map((node) => node.redeem('/api/stream', ticket)));
    expect(redeemed.filter((holder) => holder !== undefined)).toEqual([{ token: ADMIN_TOKEN }]);
  });

  it('opens no other stream, no other route, and issues no further tickets', async () => {
    await using api = await openHttpApi();
    const { queryId } = (await api.post('/api/commands/AskQuery', { question: 'Why?' })).body.data;
    const own = `/api/queries/${queryId}/stream`;
    for (const path of ['/api/stream', '/api/documents', '/api/audit/entries', '/metrics', '/api/session'])
      expect(await open(api, withTicket(path, await ticketFor(api, own))), path).toBe(401);
    const posted = await fetch(`${api.url}${withTicket(ROUTE, await ticketFor(api, own))}`, {
      method: 'POST',
    });
    expect(posted.status).toBe(401);
    const asToken = await api.get('/api/documents', { token: await ticketFor(api, own) });
    expect(asToken.status).toBe(401);
    expect(await open(api, withTicket(own, await ticketFor(api, own)))).toBe(200);
  });

  it('has only the permissions of its token, and none once that has expired', async () => {
    const ended = new Set<string>();
    await using api = await openHttpApi({
      replace: ({ authenticator }) => ({
        authenticator: {
          authenticate: async (token) => authenticator.authenticate(ended.has(token) ? 'ended' : token),
        },
      }),
    });
    const clinician = await api.tokenFor('clinician', ['clinician']);
    const jobs = '/api/admin/kb/jobs/0190a8c0-0000-7000-8000-000000000001/stream';
    expect(await open(api, withTicket(jobs, await ticketFor(api, jobs, clinician)))).toBe(403);
    const { queryId } = (await api.post('/api/commands/AskQuery', { question: 'Why?' })).body.data;
    const foreign = `/api/queries/${queryId}/stream`;
    expect(await open(api, withTicket(foreign, await ticketFor(api, foreign, clinician)))).not.toBe(200);
    const ticket = await ticketFor(api, '/api/stream', clinician);
    ended.add(clinician);
    expect(await open(api, withTicket('/api/stream', ticket))).toBe(401);
  });

  it('expires after thirty seconds', async () => {
    await using api = await openHttpApi();
    const { identity, idempotency } = api.services;
    let now = Date.now();
    const tickets = createStreamTickets({
      secret: api.secret,
      used: idempotency,
      clock: { ...api.services.clock, now: () => new Date(now).toISOString() },
      identity,
    });
    const [early, late] = await Promise.all([
      tickets.issue('/api/stream', { token: 't' }),
      tickets.issue('/api/stream', { token: 't' }),
    ]);
    now += 28_000;
    expect(await tickets.redeem('/api/stream', early.ticket)).toEqual({ token: 't' });
    now += 3000;
    expect(await tickets.redeem('/api/stream', late.ticket)).toBeUndefined();
  });

  it('reveals nothing to a reader, and appears in no log line and no event', async () => {
    await using api = await openHttpApi();
    const token = await api.tokenFor('dr-doe', ['clinician']);
    const ticket = await ticketFor(api, '/api/stream', token);
    const parts = ticket.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
    expect(parts.join('')).not.toContain('dr-doe');
    expect(parts.join('')).not.toContain(token.split('.')[1]);
    expect(await open(api, withTicket('/api/stream', ticket))).toBe(200);
    expect(await open(api, withTicket('/api/stream', `${ticket}x`))).toBe(401);
    const events = await Array.fromAsync(api.eventStore.readAll(0));
    for (const text of [api.logLines.join(''), JSON.stringify(events)])
      expect(text).not.toContain(ticket.slice(0, 60));
  });

  it.each([
    '/api/documents',
    '/api/stream?types=QueryAsked',
    'https://elsewhere.example/api/stream',
    '/api/queries/x/stream',
  ])('is not issued for %s', async (path) => {
    await using api = await openHttpApi();
    expect((await api.post(ROUTE, { path })).status).toBe(400);
    expect((await api.post(ROUTE, { path }, { token: null })).status).toBe(401);
  });

  it('that is wrong counts as a wrong token', async () => {
    await using api = await openHttpApi({
      limits: { rates: { 'failed-sign-ins': { name: 'failed-sign-ins', points: 3, window: 60 } } },
    });
    const statuses: number[] = [];
    for (let time = 0; time < 6; time += 1)
      statuses.push(await open(api, withTicket('/api/stream', 'a..b.c.d')));
    expect(statuses).toEqual([401, 401, 401, 429, 429, 429]);
  });
});
