import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ApiClient, createClient } from '../../../client/create-client.ts';
import { SessionReplaced } from '../../../client/failures.ts';
import { asked, enveloped, refused, standIn } from '../../support/client-stand-in.ts';
import { quickenPauses } from '../../support/quick-pauses.ts';

let close = (): void => {};
beforeEach(() => quickenPauses());
afterEach(() => {
  vi.restoreAllMocks();
  close();
});

const clientOf = async (listener: RequestListener) => {
  const server = await standIn(listener);
  close = server.close;
  return createClient({ url: server.url, session: 'cookie', retry: 'limits' });
};

const placed = { streamId: 'document-a', revision: 0, position: 1, docKey: 'a' };
const session = { id: 'dr.a', roles: [], teams: [], onBehalfOf: null, expiresAt: null, permissions: [] };
const withdraw = { body: { docKey: 'a', reason: 'Old.' } };

describe('a client with a session cookie', () => {
  /** Knows one session at a time, whose CSRF token is `current()`, of the person `owner()`. */
  const sessionServer = (
    current: () => string,
    seen: string[],
    owner: () => string = () => session.id,
  ): RequestListener => {
    return (request, response) => {
      const sent = request.headers['x-csrf-token'];
      seen.push(`${asked(request)} ${sent ?? '-'}`);
      if (request.url === '/api/session' && request.method === 'DELETE')
        return response.end(enveloped({ signedOut: true }));
      const isRead = request.method === 'GET';
      const isRight = sent === current() || (isRead && sent === undefined);
      if (request.url === '/api/session' && (isRight || !isRead))
        return response.end(enveloped({ ...session, id: owner(), csrfToken: current() }));
      if (isRight) return response.end(enveloped(isRead ? [] : placed));
      const { status, headers, body } = refused({
        code: 'permission_denied',
        message: 'The CSRF token is not that of this session.',
        details: { reason: 'csrf' },
      });
      return response.writeHead(status, headers).end(body);
    };
  };

  it('reads the CSRF token once, before the first change, and sends it from then on', async () => {
    const seen: string[] = [];
    const client = await clientOf(sessionServer(() => 'one', seen));
    await client.get('/api/admin/projections');
    const withdrawals = [1, 2].map(() => client.post('/api/commands/WithdrawDocument', withdraw));
    await Promise.all(withdrawals);
    await client.get('/api/admin/projections');
    expect(seen.toSorted()).toEqual([
      'GET /api/admin/projections -',
      'GET /api/admin/projections one',
      'GET /api/session -',
      'POST /api/commands/WithdrawDocument one',
      'POST /api/commands/WithdrawDocument one',
    ]);
  });

  it.each([
    ['reads', (client: ApiClient) => client.get('/api/admin/projections')],
    ['writes', (client: ApiClient) => client.post('/api/commands/WithdrawDocument', withdraw)],
    ['looks whose session it is', (client: ApiClient) => client.get('/api/session')],
    ['opens a stream', (client: ApiClient) => client.addressOf('/api/voice')],
  ])('does nothing for a person who has signed in in another tab when it %s', async (_what, call) => {
    const seen: string[] = [];
    let current = 'one';
    let owner = 'dr.a';
    const client = await clientOf(
      sessionServer(
        () => current,
        seen,
        () => owner,
      ),
    );
    await client.signIn({ token: 'anm_a' });
    current = 'two';
    owner = 'dr.b';
    const calls = [call(client), call(client)];
    for (const one of calls) await expect(one).rejects.toBeInstanceOf(SessionReplaced);
    expect(seen.filter((line) => line.endsWith(' two'))).toEqual([]);
    await client.signIn({ token: 'anm_b' });
    await call(client);
  });

  it('signs in without a CSRF token, and uses the one of the answer', async () => {
    const seen: string[] = [];
    const client = await clientOf(sessionServer(() => 'one', seen));
    await client.signIn({ token: 'anm_x' });
    await client.withSignal(new AbortController().signal).post('/api/commands/WithdrawDocument', withdraw);
    await client.signOut();
    expect(seen).toEqual([
      'POST /api/session -',
      'POST /api/commands/WithdrawDocument one',
      'DELETE /api/session one',
    ]);
  });

  it('sends commands again with the token of the session that another tab has begun', async () => {
    const seen: string[] = [];
    let current = 'one';
    const client = await clientOf(sessionServer(() => current, seen));
    await client.signIn({ code: '1' });
    current = 'two';
    await Promise.all([1, 2].map(() => client.post('/api/commands/WithdrawDocument', withdraw)));
    const withdrawals = seen.filter((line) => line.startsWith('POST /api/commands'));
    expect(withdrawals.toSorted().map((line) => line.slice(-3))).toEqual(['one', 'one', 'two', 'two']);
  });

  it('gives up when the server refuses the new token too', async () => {
    const seen: string[] = [];
    let turn = 0;
    const client = await clientOf(
      sessionServer(() => {
        turn += 1;
        return `${turn}`;
      }, seen),
    );
    await expect(client.post('/api/commands/WithdrawDocument', withdraw)).rejects.toMatchObject({
      code: 'permission_denied',
    });
    expect(seen.filter((line) => line.startsWith('POST'))).toHaveLength(2);
  });

  it('is refused as unauthenticated when there is no session', async () => {
    const client = await clientOf((_request, response) => {
      const { status, headers, body } = refused({ code: 'unauthenticated', message: 'Sign in first.' });
      response.writeHead(status, headers).end(body);
    });
    await expect(client.post('/api/commands/WithdrawDocument', withdraw)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  it('keeps an idle session alive with no stream that it resumes by itself', async () => {
    const marks: unknown[] = [];
    const client = await clientOf((request, response) => {
      marks.push(request.headers['x-background']);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`id: ${marks.length}\n\n`);
    });
    await Array.fromAsync(client.follow('/api/stream', { connections: 2 }));
    expect(marks).toEqual([undefined, '1']);
  });
});
