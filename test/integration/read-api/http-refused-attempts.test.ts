import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';

let api: HttpFixture;
beforeAll(async () => {
  api = await openHttpApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const refusals = async () => (await api.eventStore.readPage(0, 1000, { types: ['AccessRefused'] })).events;
const named = (code: string, route: string) =>
  vi.waitUntil(async () =>
    (await refusals()).find(({ data }) => {
      const attempt = data as { code: string; route: string };
      return attempt.code === code && attempt.route === route;
    }),
  );
const id = '0190a8c0-0000-7000-8000-0000000000ff';

describe('a refused attempt', () => {
  it('without a valid token is recorded with its address, without the token or the path', async () => {
    const token = 'a.stolen.token';
    expect((await api.get(`/api/queries/${id}`, { token })).status).toBe(401);
    const event = await named('unauthenticated', '/api/queries/:id');
    expect(event).toMatchObject({
      data: { method: 'GET', count: 1 },
      metadata: { actor: { id: 'system:http' }, client: { ip: expect.stringContaining('127.0.0.1') } },
    });
    expect(JSON.stringify(event)).not.toMatch(new RegExp(`${token}|${id}`));
  });

  it('without permission is recorded with its user', async () => {
    const token = await api.tokenFor('dora', ['clinician'], { act: undefined });
    expect((await api.get('/api/audit/entries', { token })).status).toBe(403);
    expect(await named('permission_denied', '/api/audit/entries')).toMatchObject({
      metadata: { actor: { id: 'dora', role: 'clinician' } },
    });
  });

  it('on another person’s resource is recorded, although the caller learns only that nothing was found', async () => {
    const own = await api.tokenFor('dora', ['clinician']);
    const asked = await api.post(
      '/api/commands/AskQuery',
      { question: 'Dose of epinephrine?' },
      { token: own },
    );
    const token = await api.tokenFor('mallory', ['clinician']);
    const path = `/api/queries/${asked.body.data.queryId}?after=${asked.body.data.position}`;
    expect((await api.get(path, { token })).status).toBe(404);
    expect(await named('not_theirs', '/api/queries/:id')).toMatchObject({
      metadata: { actor: { id: 'mallory' } },
    });
  });

  it('on an unknown path is recorded without the path', async () => {
    expect((await api.get('/api/patients/Maria-Huber', { token: null })).status).toBe(401);
    expect(JSON.stringify(await named('unauthenticated', 'unmatched'))).not.toContain('Huber');
  });

  it('leaves a log line with its address and the reason', () => {
    const lines = api.logLines
      .map((line) => JSON.parse(line))
      .filter(({ code }) => code === 'unauthenticated');
    expect(lines[0]).toMatchObject({ status: 401, address: expect.stringContaining('127.0.0.1') });
    expect(api.logLines.join('\n')).not.toMatch(/stolen|Huber/);
  });

  it('that is repeated does not flood the log', async () => {
    const before = (await refusals()).length;
    for (let time = 0; time < 10; time += 1)
      await Promise.all(Array.from({ length: 100 }, () => api.get('/api/stream', { token: null })));
    await api.services.refusals.close();
    const added = (await refusals())
      .slice(before)
      .map(({ data }) => data as { route: string; count: number });
    const ofStream = added.filter(({ route }) => route === '/api/stream');
    expect(ofStream.length).toBeLessThanOrEqual(2);
    expect(ofStream.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0);
  });

  it('is found in the audit trail by its outcome', async () => {
    const page = await api.get('/api/audit/entries?outcome=refused&actorId=dora');
    expect(page.body.data).toMatchObject([{ type: 'AccessRefused', outcome: 'refused', actorId: 'dora' }]);
  });
});
