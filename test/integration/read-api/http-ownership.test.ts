import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';

/** The stream ids and types announced to a token in the whole log so far, by Server-Sent Events. */
const notificationsOf = async (api: HttpFixture, token: string): Promise<readonly string[]> => {
  const head = await api.eventStore.head();
  // An event announced to everyone marks the end.
  const marker = api.identity.newId();
  await api.record(`projection-${marker}`, [
    {
      type: 'ParkedEventReplayRequested',
      data: { consumer: 'indexing-worker', eventId: marker, position: head },
    },
  ]);
  const leave = new AbortController();
  const response = await fetch(`${api.url}/api/stream?lastEventId=0`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leave.signal,
  });
  const streams: string[] = [];
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes(marker)) break;
  }
  leave.abort();
  for (const [, data] of text.matchAll(/^data: (.*)$/gm)) {
    const { streamId, type } = JSON.parse(data ?? '{}');
    streams.push(`${type} ${streamId}`);
  }
  return streams;
};

describe('private resources', () => {
  let api: HttpFixture;
  let conversationId: string;
  let queryId: string;
  const tokens: Record<string, string> = {};
  const as = (name: string, headers: Record<string, string> = {}) => ({ token: tokens[name] ?? '', headers });

  beforeAll(async () => {
    api = await openHttpApi();
    tokens.ada = await api.tokenFor('ada', ['clinician']);
    tokens.bob = await api.tokenFor('bob', ['clinician']);
    tokens.cyd = await api.tokenFor('cyd', ['clinician'], { care_teams: ['icu'] });
    tokens.root = await api.tokenFor('root', ['admin']);
    tokens.carl = await api.tokenFor('carl', ['compliance']);
    tokens.voice = await api.tokenFor('ada', ['service'], { act: { sub: 'voice' } });
    const started = await api.post('/api/commands/StartConversation', { title: 'Jane Doe' }, as('ada'));
    conversationId = started.body.data.conversationId;
    queryId = (
      await api.post(
        '/api/commands/AskQuery',
        { question: 'Is Jane Doe allergic?', conversationId },
        as('ada'),
      )
    ).body.data.queryId;
  });
  afterAll(() => api[Symbol.asyncDispose]());

  it('look nonexistent to others, byte for byte', async () => {
    const unknown = api.identity.newId();
    const without = (text: string, id: string) =>
      text.replaceAll(id, '<id>').replace(/"(traceId|timestamp)":"[^"]*"/g, '');
    for (const path of ['/api/queries/<id>', '/api/queries/<id>/stream', '/api/conversations/<id>']) {
      const id = path.includes('queries') ? queryId : conversationId;
      for (const name of ['bob', 'root', 'voice']) {
        const theirs = await api.get(path.replace('<id>', id), as(name));
        const nobodys = await api.get(path.replace('<id>', unknown), as(name));
        expect(theirs.status, `${name} ${path}`).toBe(404);
        expect(without(theirs.text, id)).toBe(without(nobodys.text, unknown));
      }
      expect((await api.get(path.replace('<id>', unknown), as('carl'))).status).toBe(404);
    }
  });

  it('appear in no list of others, whatever they request', async () => {
    for (const query of ['', '?startedBy=ada', '?mine=true', '?mine=false&startedBy=ada'])
      for (const name of ['bob', 'root', 'voice'])
        expect((await api.get(`/api/conversations${query}`, as(name))).body.data, `${name} ${query}`).toEqual(
          [],
        );
    const own = await api.get('/api/conversations?mine=true', as('ada'));
    expect(own.body.data).toMatchObject([{ conversationId, owner: 'ada', title: 'Jane Doe' }]);
  });

  it('are announced only to their owner and to compliance', async () => {
    const started = `ConversationStarted conversation-${conversationId}`;
    const asked = `QueryAsked query-${queryId}`;
    for (const name of ['ada', 'carl'])
      expect(await notificationsOf(api, tokens[name] ?? '')).toEqual(
        expect.arrayContaining([started, asked]),
      );
    for (const name of ['bob', 'root', 'voice']) {
      const all = (await notificationsOf(api, tokens[name] ?? '')).join('\n');
      expect(all).toContain('ParkedEventReplayRequested');
      expect(all).not.toContain(conversationId);
      expect(all).not.toContain(queryId);
    }
  });

  it('are shown to compliance for a recorded reason, and refused with a message without one', async () => {
    for (const path of [
      `/api/queries/${queryId}`,
      `/api/conversations/${conversationId}`,
      '/api/conversations',
    ]) {
      const refused = await api.get(path, as('carl'));
      expect(refused.status).toBe(400);
      expect(refused.body.error.message).toContain('X-Access-Reason');
      const reason = Buffer.from('Beschwerde über Bett 4', 'utf8').toString('latin1');
      const read = await api.get(path, as('carl', { 'x-access-reason': reason }));
      expect(read.status).toBe(200);
      expect(read.text).toContain('Jane Doe');
    }
    const readings = await Array.fromAsync(
      api.eventStore.readAll(0, {
        filter: { types: ['AnswerRead', 'ConversationRead', 'ConversationsListed'] },
      }),
    );
    const byCarl = readings.filter(({ metadata }) => metadata.actor.id === 'carl');
    expect(byCarl.map(({ data }) => data)).toEqual(
      Array.from({ length: 3 }, () =>
        expect.objectContaining({ basis: 'oversight', reason: 'Beschwerde über Bett 4' }),
      ),
    );
    expect((await api.get('/api/conversations', as('carl', { 'x-access-reason': 'x' }))).status).toBe(400);
  });

  it('cannot be shared with an id that displays differently than it is written', async () => {
    for (const user of ['bob\r\n2026-01-01,admin', 'bob\u202e', 'bob\u200b', '\u0007'])
      expect(
        (
          await api.post(
            '/api/commands/ShareConversation',
            { conversationId, with: { user }, level: 'read' },
            as('ada'),
          )
        ).status,
        JSON.stringify(user),
      ).toBe(400);
  });

  it('open to a care team when shared with it, and close immediately when that is revoked', async () => {
    const sharing = { conversationId, with: { team: 'icu' } };
    const slip = { ...sharing, level: 'read', expiresAt: '2002-12-31' };
    const refused = await api.post('/api/commands/ShareConversation', slip, as('ada'));
    expect(refused.status).toBe(400);
    expect(refused.body.error.details.issues).toMatchObject([{ path: 'expiresAt' }]);
    const { position } = (
      await api.post('/api/commands/ShareConversation', { ...sharing, level: 'read' }, as('ada'))
    ).body.data;
    const listed = await api.get(`/api/conversations?after=${position}`, as('cyd'));
    expect(listed.body.data).toMatchObject([{ conversationId, owner: 'ada' }]);
    expect((await api.get('/api/conversations?mine=true', as('cyd'))).body.data).toEqual([]);
    expect((await api.get(`/api/queries/${queryId}`, as('cyd'))).status).toBe(200);
    expect((await notificationsOf(api, tokens.cyd ?? '')).join()).toContain(queryId);
    expect((await notificationsOf(api, tokens.bob ?? '')).join()).not.toContain(queryId);
    const context = { conversationId, clinicalContext: { patientAge: 90 } };
    expect((await api.post('/api/commands/SetClinicalContext', context, as('cyd'))).status).toBe(403);
    await api.post('/api/commands/UnshareConversation', sharing, as('ada'));
    expect((await api.get(`/api/queries/${queryId}`, as('cyd'))).status).toBe(404);
    expect((await api.get('/api/conversations', as('cyd'))).body.data).toEqual([]);
    // Their own reads are no news to them.
    expect((await notificationsOf(api, tokens.cyd ?? '')).join()).not.toContain(
      `QueryAsked query-${queryId}`,
    );
  });
});
