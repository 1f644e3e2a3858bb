import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';

describe('breaking the glass', () => {
  let api: HttpFixture;
  let now: string | undefined;
  let conversationId: string;
  let queryId: string;
  let grantId: string;
  const tokens: Record<string, string> = {};
  const as = (name: string) => ({ token: tokens[name] ?? '' });
  const opening = (more: object = {}) => ({ conversationId, reason: 'Jane Doe is unconscious', ...more });
  const listed = async (state: string) =>
    (await api.get(`/api/audit/break-glass?state=${state}`, as('carl'))).body.data;

  beforeAll(async () => {
    api = await openHttpApi({
      replace: ({ sharedClock }) => ({ sharedClock: { now: async () => now ?? sharedClock.now() } }),
    });
    tokens.ada = await api.tokenFor('ada', ['clinician']);
    tokens.gil = await api.tokenFor('gil', ['clinician']);
    tokens.bob = await api.tokenFor('bob', ['clinician']);
    tokens.carl = await api.tokenFor('carl', ['compliance']);
    tokens.cora = await api.tokenFor('cora', ['compliance', 'clinician']);
    tokens.voice = await api.tokenFor('gil', ['service'], { act: { sub: 'voice' } });
    tokens.delegate = await api.tokenFor('cora', ['compliance'], { act: { sub: 'front-end' } });
    tokens.proxy = await api.tokenFor('gil', ['clinician'], { act: { sub: 'front-end' } });
    const start = await api.post('/api/commands/StartConversation', { subject: 'patient-7' }, as('ada'));
    conversationId = start.body.data.conversationId;
    const asked = await api.post('/api/commands/AskQuery', { question: 'Why?', conversationId }, as('ada'));
    queryId = asked.body.data.queryId;
  });
  afterAll(() => api[Symbol.asyncDispose]());

  it('is for clinicians and administrators, and needs a reason and one target', async () => {
    for (const name of ['voice', 'proxy', 'carl'])
      expect((await api.post('/api/commands/BreakGlass', opening(), as(name))).status, name).toBe(403);
    for (const body of [
      { conversationId },
      { reason: 'unconscious' },
      opening({ reason: '' }),
      opening({ reason: '\u200b\u200b\u200b' }),
      opening({ reason: 'emergency\u001b[2K' }),
      opening({ queryId }),
    ])
      expect((await api.post('/api/commands/BreakGlass', body, as('gil'))).status).toBe(400);
    expect((await api.get(`/api/queries/${queryId}`, as('gil'))).status).toBe(404);
  });

  it('opens its target for reading, only to the holder, and records each read with the grant', async () => {
    const opened = await api.post('/api/commands/BreakGlass', opening(), as('gil'));
    expect(opened.body.data).toMatchObject({ minutes: 60 });
    grantId = opened.body.data.grantId;
    expect((await api.get(`/api/queries/${queryId}`, as('gil'))).status).toBe(200);
    expect((await api.get(`/api/conversations/${conversationId}`, as('gil'))).status).toBe(200);
    for (const name of ['bob', 'voice', 'proxy'])
      expect((await api.get(`/api/queries/${queryId}`, as(name))).status, name).toBe(404);
    const context = { conversationId, clinicalContext: { patientAge: 1 } };
    expect((await api.post('/api/commands/SetClinicalContext', context, as('gil'))).status).toBe(403);
    const readings = await Array.fromAsync(
      api.eventStore.readAll(0, { filter: { types: ['AnswerRead', 'ConversationRead'] } }),
    );
    expect(readings.map(({ data }) => data)).toEqual([
      expect.objectContaining({ basis: 'break-glass', grantId }),
      expect.objectContaining({ basis: 'break-glass', grantId }),
    ]);
  });

  it('shows in the timeline of the person who saw what, on what grounds and why, only to oversight', async () => {
    const wanted = { subject: 'patient-7', readings: true };
    const headers = { 'X-Access-Reason': 'Complaint 12 of 2026' };
    const path = '/api/audit/timeline';
    const { status, body } = await api.post(path, wanted, { ...as('carl'), headers });
    expect(status).toBe(200);
    const seen = body.data.entries.filter(({ actorId }: { actorId: string }) => actorId === 'gil');
    expect(seen.length).toBeGreaterThan(0);
    expect(seen[0]).toMatchObject({ basis: 'break-glass', grantId, category: 'access' });
    expect(seen.map(({ details }: { details: object }) => details)).toContainEqual(
      expect.objectContaining({ queryId }),
    );
    // Reading the timeline is itself in it, with its reason.
    const again = (await api.post(path, { ...wanted, limit: 1 }, { ...as('carl'), headers })).body.data;
    expect(again.entries).toMatchObject([{ actorId: 'carl', reason: 'Complaint 12 of 2026' }]);
    const next = { ...wanted, limit: 1, cursor: again.nextCursor };
    expect((await api.post(path, next, { ...as('carl'), headers })).body.data.entries).toHaveLength(1);
    expect((await api.post(path, wanted, as('carl'))).status).toBe(400);
    expect((await api.post(path, wanted, { ...as('gil'), headers })).status).toBe(403);
    for (const body of [{}, { ...wanted, actorId: 'gil' }])
      expect((await api.post(path, body, { ...as('carl'), headers })).status).toBe(400);
  });

  it('shows in the timeline of a user what exactly they saw', async () => {
    const { body } = await api.post(
      '/api/audit/timeline',
      { actorId: 'gil', order: 'asc' },
      { ...as('carl'), headers: { 'X-Access-Reason': 'Complaint 12 of 2026' } },
    );
    const types = body.data.entries.map(({ type }: { type: string }) => type);
    expect(types).toContain('BreakGlassOpened');
    expect(types).toContain('AnswerRead');
    expect(body.data.entries.find(({ type }: { type: string }) => type === 'BreakGlassOpened')).toMatchObject(
      {
        reason: 'Jane Doe is unconscious',
        details: null,
      },
    );
  });

  it('opens everything about a data subject, including the lists', async () => {
    const grant = await api.post(
      '/api/commands/BreakGlass',
      { subject: 'patient-7', reason: 'code blue' },
      as('bob'),
    );
    expect(grant.status).toBe(200);
    expect((await api.get(`/api/queries/${queryId}`, as('bob'))).status).toBe(200);
    expect((await api.get('/api/conversations', as('bob'))).body.data).toMatchObject([{ conversationId }]);
  });

  it('does not reveal whether its target exists', async () => {
    const other = await api.post(
      '/api/commands/BreakGlass',
      { queryId: api.identity.newId(), reason: 'a wrong id' },
      as('gil'),
    );
    expect(other.status).toBe(200);
  });

  it('is listed for compliance with its reason, until it expires by the clock of the log', async () => {
    expect((await listed('open')).map((grant: { holder: string }) => grant.holder)).toEqual([
      'gil',
      'bob',
      'gil',
    ]);
    expect((await listed('open')).at(-1)).toMatchObject({
      grantId,
      state: 'open',
      holder: 'gil',
      conversationId,
      reason: 'Jane Doe is unconscious',
    });
    for (const name of ['gil', 'ada'])
      expect((await api.get('/api/audit/break-glass', as(name))).status).toBe(403);
    now = new Date(Date.now() + 61 * 60_000).toISOString();
    expect((await api.get(`/api/queries/${queryId}`, as('gil'))).status).toBe(404);
    expect((await api.get('/api/conversations', as('bob'))).body.data).toEqual([]);
    expect(await listed('open')).toEqual([]);
    expect(await listed('awaiting_review')).toHaveLength(3);
  });

  it('is reviewed once, by compliance, and never by its holder', async () => {
    now = undefined;
    const own = await api.post('/api/commands/BreakGlass', opening(), as('cora'));
    const review = (id: string, name: string, outcome = 'justified') =>
      api.post('/api/commands/ReviewBreakGlass', { grantId: id, outcome, note: 'Seen.' }, as(name));
    expect((await review(own.body.data.grantId, 'cora')).status).toBe(422);
    expect((await review(grantId, 'gil')).status).toBe(403);
    expect((await review(api.identity.newId(), 'carl')).status).toBe(404);
    expect((await review(grantId, 'carl')).status).toBe(200);
    expect((await review(grantId, 'cora', 'unjustified')).status).toBe(422);
    expect(await listed('reviewed')).toMatchObject([
      { grantId, outcome: 'justified', reviewedBy: 'carl', note: 'Seen.' },
    ]);
    expect(api.logLines.join('')).not.toContain('Jane Doe');
  });

  it('ends immediately when a review finds it unjustified, and only then', async () => {
    const opened = async () =>
      (await api.post('/api/commands/BreakGlass', opening(), as('gil'))).body.data.grantId;
    const judge = async (id: string, outcome: string) =>
      (await api.post('/api/commands/ReviewBreakGlass', { grantId: id, outcome }, as('carl'))).status;
    const read = async () => (await api.get(`/api/queries/${queryId}`, as('gil'))).status;
    const grants = [await opened(), await opened(), await opened()];
    expect(await judge(grants[0], 'unclear')).toBe(200);
    expect(await judge(grants[1], 'unjustified')).toBe(200);
    // Another grant of the same person still holds.
    expect(await read()).toBe(200);
    for (const { grantId: id } of await listed('open')) expect(await judge(id, 'unjustified')).toBe(200);
    expect(await read()).toBe(200);
  });

  it("needs another person's approval after an unjustified one", async () => {
    const post = (command: string, body: object, name: string) =>
      api.post(`/api/commands/${command}`, body, as(name));
    const open = async () => (await post('BreakGlass', opening(), 'hana')).body.data;
    const read = async () => (await api.get(`/api/queries/${queryId}`, as('hana'))).status;
    const approve = async (id: string, name: string, holder = 'hana') =>
      (await post('ApproveBreakGlass', { grantId: id, holder }, name)).status;
    const judge = async (id: string, name: string, outcome: string) =>
      (await post('ReviewBreakGlass', { grantId: id, outcome }, name)).status;
    tokens.hana = await api.tokenFor('hana', ['clinician']);
    const first = await open();
    expect(first.awaitsApproval).toBe(false);
    expect(await approve(first.grantId, 'bob')).toBe(422);
    expect(await judge(first.grantId, 'carl', 'unjustified')).toBe(200);
    expect(await read()).toBe(404);
    const next = await open();
    expect(next.awaitsApproval).toBe(true);
    expect(await read()).toBe(404);
    expect(await listed('awaiting_approval')).toMatchObject([
      { grantId: next.grantId, state: 'awaiting_approval', holder: 'hana', approvedBy: null },
    ]);
    expect(await approve(next.grantId, 'hana')).toBe(422);
    expect(await approve(next.grantId, 'proxy')).toBe(403);
    expect(await approve(next.grantId, 'voice')).toBe(403);
    expect(await approve(next.grantId, 'bob', 'gil')).toBe(404);
    expect(await read()).toBe(404);
    expect(await approve(next.grantId, 'cora')).toBe(200);
    expect(await read()).toBe(200);
    expect((await listed('open'))[0]).toMatchObject({ grantId: next.grantId, approvedBy: 'cora' });
    expect(await listed('awaiting_approval')).toEqual([]);
    // No one reviews a grant they approved.
    expect(await judge(next.grantId, 'cora', 'justified')).toBe(422);
    expect(await judge(next.grantId, 'delegate', 'justified')).toBe(422);
    expect(await judge(next.grantId, 'carl', 'justified')).toBe(200);
    expect((await open()).awaitsApproval).toBe(false);
  });
});
