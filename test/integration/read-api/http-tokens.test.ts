import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_TOKEN, type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { until } from '../../support/log-harness.ts';

let http: HttpFixture;
beforeAll(async () => {
  http = await openHttpApi();
});
afterAll(() => http[Symbol.asyncDispose]());

const withFirst = { token: FIRST_TOKEN };
const create = async (name: string, more: object = {}): Promise<{ token: string; tokenId: string }> => {
  const { status, body } = await http.post(
    '/api/commands/CreateToken',
    { name, roles: ['clinician'], ...more },
    withFirst,
  );
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
};
const statusWith = async (token: string, path = '/api/documents'): Promise<number> =>
  (await http.get(path, { token })).status;
const storedText = async (): Promise<string> =>
  JSON.stringify(await http.database.query('select data, metadata from event_log.events'));

describe('the first-start token', () => {
  it('creates other tokens and nothing else: the refusal names the next command', async () => {
    for (const refused of [
      await http.get('/api/documents', withFirst),
      await http.get('/api/audit/entries', withFirst),
      await http.get('/metrics', withFirst),
      await http.get('/api/stream', withFirst),
      await http.post('/api/search', { query: 'x' }, withFirst),
      await http.post('/api/commands/AskQuery', { question: 'x' }, withFirst),
      await http.post('/api/commands/LogOut', {}, withFirst),
    ]) {
      expect(refused.status).toBe(403);
      expect(refused.body.error.message).toContain('npx anamnesis tokens create <name> --roles clinician');
    }
    expect((await http.get('/api/admin/tokens', withFirst)).status).toBe(200);
    expect((await http.get('/api/session', withFirst)).body.data.id).toBe('admin-token');
  });
});

describe('a named token', () => {
  it('is shown once, stored nowhere, and makes its bearer the user of its name', async () => {
    const { token } = await create('alice', { teams: ['icu'] });
    expect(token).toMatch(/^anm_[\w-]{43}$/);
    const { body } = await http.post('/api/commands/StartConversation', {}, { token });
    const [started] = await Array.fromAsync(http.eventStore.readStream(body.data.streamId));
    expect(started?.metadata.actor).toEqual({ id: 'alice', role: 'clinician' });
    expect((await http.get('/api/session', { token })).body.data).toMatchObject({
      id: 'alice',
      roles: ['clinician'],
      teams: ['icu'],
    });
    expect(await storedText()).not.toContain(token);
    expect(http.logLines.join('')).not.toContain(token);
  });

  it('is not shown again for a repeated Idempotency-Key, nor stored for it', async () => {
    const init = { ...withFirst, headers: { 'idempotency-key': 'make-carol' } };
    const first = await http.post('/api/commands/CreateToken', { name: 'carol', roles: ['clinician'] }, init);
    const again = await http.post('/api/commands/CreateToken', { name: 'carol', roles: ['clinician'] }, init);
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body.data.tokenId).toBe(first.body.data.tokenId);
    expect(again.body.data).not.toHaveProperty('token');
    const tables = await http.database.query(
      `select table_schema || '.' || table_name as name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of tables) {
      const rows = JSON.stringify(await http.database.query(`select t::text from ${String(name)} t`));
      expect(rows, String(name)).not.toContain(first.body.data.token);
    }
  });

  it('is unique for its name until it is replaced, which revokes the previous one', async () => {
    const { token } = await create('dave');
    const again = { name: 'dave', roles: ['clinician'] };
    expect((await http.post('/api/commands/CreateToken', again, withFirst)).status).toBe(409);
    const replaced = await create('dave', { replace: true });
    expect([await statusWith(token), await statusWith(replaced.token)]).toEqual([401, 200]);
  });

  it.each([
    [{ name: 'system:x', roles: ['clinician'] }, 400],
    [{ name: 'admin-token', roles: ['admin'] }, 422],
    [{ name: 'erin', roles: ['janitor'] }, 400],
    [{ name: 'erin', roles: [] }, 400],
    [{ name: 'erin', roles: ['clinician'], days: 367 }, 422],
    [{ name: 'erin', roles: ['clinician'], expiresAt: '2020-01-01T00:00:00Z' }, 422],
    [{ name: 'erin', roles: ['clinician'], days: 1, expiresAt: '2030-01-01T00:00:00Z' }, 400],
  ])('is not created from %j', async (input, status) => {
    expect((await http.post('/api/commands/CreateToken', input, withFirst)).status).toBe(status);
  });

  it('is created and revoked only with permission', async () => {
    const { token, tokenId } = await create('frank');
    expect(
      (await http.post('/api/commands/CreateToken', { name: 'x', roles: ['admin'] }, { token })).status,
    ).toBe(403);
    expect((await http.post('/api/commands/RevokeToken', { tokenId }, { token })).status).toBe(403);
    expect(await statusWith(token, '/api/admin/tokens')).toBe(403);
  });

  it('is invalid as soon as its revocation is answered, and its open streams and waits end', async () => {
    const { token, tokenId } = await create('grace');
    const stream = await fetch(`${http.url}/api/stream`, { headers: { authorization: `Bearer ${token}` } });
    expect(stream.status).toBe(200);
    const waiting = http.post(
      '/api/commands/AskQuery',
      { question: 'naloxone dose' },
      { token, headers: { prefer: 'wait=60' } },
    );
    await until('the question is asked', async () => (await storedText()).includes('"grace"'));
    await http.post('/api/commands/RevokeToken', { tokenId }, withFirst);
    expect(await statusWith(token)).toBe(401);
    // Both end on their own.
    await stream.text();
    expect((await waiting).status).toBe(202);
    expect((await http.post('/api/commands/RevokeToken', { tokenId }, withFirst)).status).toBe(200);
  });

  it('receives no result of a request that was in progress when it was revoked', async () => {
    const looking = Promise.withResolvers<void>();
    const revoked = Promise.withResolvers<void>();
    await using slow = await openHttpApi({
      replace: ({ readModels }) => ({
        readModels: {
          ...readModels,
          open: async (name, after) => {
            looking.resolve();
            await revoked.promise;
            return readModels.open(name, after);
          },
        },
      }),
    });
    const made = await slow.post(
      '/api/commands/CreateToken',
      { name: 'olivia', roles: ['clinician'] },
      withFirst,
    );
    const reading = slow.get('/api/documents', { token: made.body.data.token });
    await looking.promise;
    await slow.post('/api/commands/RevokeToken', { tokenId: made.body.data.tokenId }, withFirst);
    revoked.resolve();
    expect((await reading).status).toBe(401);
  });

  it('can be logged out by its bearer', async () => {
    const { token } = await create('heidi');
    expect((await http.post('/api/commands/LogOut', {}, { token })).status).toBe(200);
    expect(await statusWith(token)).toBe(401);
  });

  it('is issued only by someone with all permissions of its roles, or with the first-start token', async () => {
    const admin = { token: await http.tokenFor('adam', ['admin']) };
    const officer = { token: await http.tokenFor('olga', ['admin', 'compliance']) };
    const wish = (name: string, ...roles: string[]) => ({ name: `token:${name}`, roles });
    const statusOf = async (body: object, by: { token: string }) =>
      (await http.post('/api/commands/CreateToken', body, by)).status;
    expect(await statusOf(wish('eve', 'compliance'), admin)).toBe(403);
    expect(await statusOf(wish('eve', 'clinician', 'compliance'), admin)).toBe(403);
    expect(await statusOf(wish('eve', 'admin', 'clinician', 'service'), admin)).toBe(200);
    expect(await statusOf(wish('fred', 'compliance'), officer)).toBe(200);
    expect(await statusOf(wish('gil', 'compliance'), withFirst)).toBe(200);
  });

  it('is listed with its state and the hour of its last use, page by page, without its digest', async () => {
    const { token, tokenId } = await create('ivan', { roles: ['service'], days: 30, onBehalfOf: 'judy' });
    expect(await statusWith(token)).toBe(200);
    const listed = async () => {
      const { body } = await http.get('/api/admin/tokens?name=ivan', withFirst);
      return body.data[0];
    };
    await until('its use is recorded', async () => (await listed()).lastUsedAt !== null);
    await statusWith(token);
    const uses = await Array.fromAsync(http.eventStore.readStream(`access-token-${tokenId}`));
    expect(uses).toHaveLength(1);
    expect(await listed()).toMatchObject({
      tokenId,
      name: 'ivan',
      state: 'active',
      roles: ['service'],
      onBehalfOf: 'judy',
      createdBy: 'admin-token',
      revokedAt: null,
    });
    await http.post('/api/commands/RevokeToken', { tokenId }, withFirst);
    expect(await listed()).toMatchObject({ state: 'revoked', revokedBy: 'admin-token' });
    const page = await http.get('/api/admin/tokens?limit=2', withFirst);
    expect(page.body.data).toHaveLength(2);
    const rest = await http.get(`/api/admin/tokens?cursor=${page.body.metadata.nextCursor}`, withFirst);
    expect(rest.body.data.length).toBeGreaterThan(0);
    expect(page.text + rest.text).not.toMatch(/anm_|hash/);
  });
});

describe('a token of the identity provider', () => {
  it('is revoked by its id until it expires, also by its bearer', async () => {
    const token = await http.tokenFor('mallory', ['clinician'], { jti: 'session-1' });
    const other = await http.tokenFor('mallory', ['clinician'], { jti: 'session-2' });
    expect([await statusWith(token), await statusWith(other)]).toEqual([200, 200]);
    await http.post('/api/commands/RevokeToken', { jti: 'session-1' }, withFirst);
    expect([await statusWith(token), await statusWith(other)]).toEqual([401, 200]);
    const withoutId = await http.tokenFor('mallory', ['clinician']);
    await http.post('/api/commands/LogOut', {}, { token: withoutId });
    expect([await statusWith(withoutId), await statusWith(other)]).toEqual([401, 200]);
  });

  it('is not ended by the logout of another person who chose the same `jti`, nor are its streams', async () => {
    const victim = await http.tokenFor('bob', ['clinician'], { jti: 'session-of-bob' });
    const attacker = await http.tokenFor('mallory', ['clinician'], { jti: 'session-of-bob' });
    expect((await http.post('/api/commands/LogOut', {}, { token: attacker })).status).toBe(200);
    expect([await statusWith(attacker), await statusWith(victim)]).toEqual([401, 200]);
    expect((await http.post('/api/commands/LogOut', {}, { token: victim })).status).toBe(200);
    expect(await statusWith(victim)).toBe(401);
  });

  it('does not make its bearer the user of a named token', async () => {
    await create('niaj');
    expect(await statusWith(await http.tokenFor('niaj', ['clinician']))).toBe(401);
    expect(await statusWith(await http.tokenFor('system:orchestrator', ['admin']))).toBe(401);
  });
});
