import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followSettings } from '../../../infra/storage/settings/follow-settings.ts';
import type { SettingsReader } from '../../../ports/settings-reader.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';

const ground = {
  environment: { temperature: 0.1, localModel: 'llama3.1:8b' },
  configured: { localModel: true, cloudModel: false, sources: ['knowledge_base', 'guidelines', 'notes'] },
} as const;

describe('settings and preferences', () => {
  let api: HttpFixture;
  const tokens: Record<string, string> = {};
  const as = (name: string) => ({ token: tokens[name] ?? '' });
  const change = (body: object, init: Parameters<HttpFixture['post']>[2] = as('adam')) =>
    api.post('/api/commands/ChangeSettings', { reason: 'agreed with the ward', ...body }, init);
  const settings = async (name = 'adam') => api.get('/api/admin/settings', as(name));

  beforeAll(async () => {
    api = await openHttpApi({ ground });
    tokens.adam = await api.tokenFor('adam', ['admin']);
    tokens.ada = await api.tokenFor('ada', ['clinician']);
    tokens.bob = await api.tokenFor('bob', ['clinician']);
    tokens.carl = await api.tokenFor('carl', ['compliance']);
    tokens.voice = await api.tokenFor('ada', ['service'], { act: { sub: 'voice' } });
  });
  afterAll(() => api[Symbol.asyncDispose]());

  it('report the effective value, and whether the environment or nothing has set it', async () => {
    const { body, headers } = await settings('carl');
    expect(body.data.settings).toMatchObject({ routing: 'hybrid', temperature: 0.1, maxTokens: 2000 });
    expect(body.data.origins).toMatchObject({
      temperature: { from: 'environment' },
      maxTokens: { from: 'default' },
    });
    expect(body.data.configured).toEqual(ground.configured);
    expect(headers.get('etag')).toBeNull();
    expect((await settings('ada')).status).toBe(403);
  });

  it('show the sources of answers only to admins and compliance', async () => {
    const sources = (name: string) => api.get('/api/admin/sources', as(name));
    const { body } = await sources('carl');
    const here = { leavesThePremises: false, configured: true, switchedOn: true, enabled: true };
    const outside = { leavesThePremises: true, configured: false, switchedOn: false, enabled: true };
    expect(body.data.sources).toEqual([
      { source: 'knowledge_base', ...here },
      { source: 'guidelines', ...here },
      { source: 'pubmed', ...outside },
      { source: 'openfda', ...outside },
      { source: 'uptodate', ...outside },
      { source: 'openevidence', ...outside },
      { source: 'notes', ...here },
    ]);
    expect((await sources('ada')).status).toBe(403);
  });

  it('are changed by an admin with a reason, immediately here, and on another node once notified', async () => {
    const stopped = new AbortController();
    const elsewhere: SettingsReader = await followSettings(
      { eventStore: api.eventStore, logger: api.services.logger, ground },
      stopped.signal,
    );
    expect((await change({ temperature: 0.7 }, as('ada'))).status).toBe(403);
    expect((await change({ temperature: 0.7, reason: '' })).status).toBe(400);
    expect((await change({})).status).toBe(400);
    const answered = await change({ temperature: 0.7, routing: 'local-only' });
    expect(answered.status).toBe(200);
    expect(api.services.settings.current()).toMatchObject({ temperature: 0.7, routing: 'local-only' });
    const { body, headers } = await settings();
    expect(body.data.settings.temperature).toBe(0.7);
    expect(body.data.origins.temperature).toMatchObject({ from: 'changed', by: 'adam' });
    expect(headers.get('etag')).toBe('"0"');
    await expect.poll(() => elsewhere.current().routing).toBe('local-only');
    stopped.abort();
  });

  it('are changed with If-Match only from the revision seen', async () => {
    const seen = { headers: { 'if-match': '"7"' }, ...as('adam') };
    expect((await change({ maxTokens: 500 }, seen)).status).toBe(409);
    const same = { headers: { 'if-match': '"0"' }, ...as('adam') };
    expect((await change({ maxTokens: 500 }, same)).status).toBe(200);
  });

  it('are refused when they cannot work, with a remedy', async () => {
    const { status, body } = await change({ routing: 'cloud-only' });
    expect([status, body.error.code]).toEqual([422, 'rule_violated']);
    expect(body.error.message).toMatch(/LLM_API_KEY/);
    expect(body.error.details).toEqual({ setting: 'routing' });
  });

  it('revert to the environment', async () => {
    expect((await change({ temperature: null })).status).toBe(200);
    const { body } = await settings();
    expect(body.data.settings.temperature).toBe(0.1);
    expect(body.data.origins.temperature).toEqual({ from: 'environment' });
  });

  it('hide the reason from readers of the log without its key', async () => {
    const stored = await api.eventStore.readStored(0, 100, { types: ['SettingsChanged'] });
    expect(stored.events.length).toBeGreaterThan(1);
    for (const { data } of stored.events) expect(data).not.toContain('agreed with the ward');
  });

  it('are shown to compliance as of any moment, with what changed since, and with clear refusals', async () => {
    const first = await change({ temperature: 0.3 });
    const second = await change({ temperature: 0.4, maxTokens: 900 });
    const stateAt = (query: string) =>
      api.get(`/api/audit/states/settings-consultation?${query}`, as('carl'));
    const { position } = first.body.data;
    const then = await stateAt(`asOf=${position}`);
    expect(then.body.data).toMatchObject({ kind: 'settings', state: { temperature: 0.3 }, changes: null });
    const changed = await stateAt(`asOf=${second.body.data.position}&since=${position}`);
    expect(changed.body.data.changes).toEqual([
      { field: 'maxTokens', before: 500, after: 900 },
      { field: 'temperature', before: 0.3, after: 0.4 },
    ]);
    const message = async (path: string) => {
      const { status, body } = await api.get(`/api/audit/states/${path}`, as('carl'));
      return [status, body.error?.message];
    };
    expect(await message('settings-consultation?asOf=99999')).toEqual([400, '"asOf" is in the future.']);
    expect(await message('settings-consultation?asOf=2999-01-01')).toEqual([400, '"asOf" is in the future.']);
    expect(await message('settings-consultation?asOf=2&since=3')).toEqual([
      400,
      '"since" is later than "asOf".',
    ]);
    expect(await message('document-no-such-key')).toMatchObject([
      404,
      expect.stringContaining('Nothing is recorded'),
    ]);
    expect(await message('settings-consultation?asOf=2001-01-01')).toMatchObject([
      404,
      expect.stringContaining('did not exist yet'),
    ]);
    expect(await message('settings-tokens')).toEqual([400, expect.stringContaining('have a state to show')]);
  });

  it('belong to each person, even through a service that acts for them', async () => {
    const mine = { citationStyle: 'APA', excludeSources: ['pubmed'] };
    const answered = await api.post('/api/commands/ChangePreferences', mine, as('voice'));
    expect(answered.status).toBe(200);
    expect(answered.body.data.streamId).not.toContain('ada');
    expect((await api.get('/api/preferences', as('ada'))).body.data).toEqual(mine);
    expect((await api.get('/api/preferences', as('bob'))).body.data).toEqual({});
    await api.post('/api/commands/ChangePreferences', { citationStyle: null }, as('ada'));
    expect((await api.get('/api/preferences', as('voice'))).body.data).toEqual({
      excludeSources: ['pubmed'],
    });
    expect((await api.get('/api/preferences', as('carl'))).status).toBe(403);
    const both = { preferSources: ['pubmed'] };
    expect((await api.post('/api/commands/ChangePreferences', both, as('ada'))).status).toBe(422);
  });

  it("determine the style of an answer's references, unless its reader requests another", async () => {
    const queryId = '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d';
    const citation = {
      n: 1,
      chunkId: 'p77@1#0',
      docKey: 'p77',
      version: 1,
      fileName: 'p77.pdf',
      title: 'Frostbite of the hand',
      sourceType: 'protocol',
      pages: [2],
      section: '',
      excerpt: 'Rewarm in water.',
      textHash: 'a'.repeat(64),
      score: 1,
      agency: 'Northlake County EMS Agency',
    };
    await api.record(
      `query-${queryId}`,
      [
        {
          type: 'QueryAsked',
          data: {
            queryId,
            question: 'Frostbite?',
            filters: {},
            limit: 5,
            preferences: { citationStyle: 'APA', citationDisplay: 'footnote' },
          },
        },
        {
          type: 'QueryAnswered',
          data: {
            queryId,
            answer: 'Rewarm [1].',
            citations: [citation],
            warnings: [],
            model: 'extractive',
            parameters: {},
            degraded: false,
          },
        },
      ],
      `query:${queryId}`,
    );
    const read = async (more = '') =>
      (
        await api.get(`/api/queries/${queryId}${more}`, {
          headers: { 'x-access-reason': 'review 1' },
          ...as('carl'),
        })
      ).body.data;
    expect((await read()).references).toEqual({
      style: 'APA',
      display: 'footnote',
      items: [
        {
          n: 1,
          formatted: 'Northlake County EMS Agency. (n.d.). Frostbite of the hand.',
          mark: '(Northlake County EMS Agency, n.d., p. 2)',
          pages: 'p. 2',
          italic: 'Frostbite of the hand',
        },
      ],
    });
    const { references } = await read('?citationStyle=Vancouver');
    expect(references).toMatchObject({ style: 'Vancouver', display: 'footnote' });
    expect(references.items[0].mark).toBe('(1)');
  });

  it('are merged with the options of one question and its patient', async () => {
    await api.post('/api/commands/ChangePreferences', { citationStyle: 'APA' }, as('ada'));
    const context = { patientAge: 54, patientWeight: 80, allergies: ['penicillin'] };
    const begun = await api.post('/api/commands/StartConversation', { clinicalContext: context }, as('ada'));
    const { conversationId } = begun.body.data;
    const asked = await api.post(
      '/api/commands/AskQuery',
      {
        question: 'Frostbite?',
        conversationId,
        preferences: { citationDisplay: 'sidebar', preferSources: ['pubmed'] },
        clinicalContext: { patientWeight: null, allergies: ['latex'] },
      },
      as('ada'),
    );
    expect(asked.status).toBe(202);
    const [event] = await Array.fromAsync(api.eventStore.readStream(asked.body.data.streamId));
    expect(event?.data).toMatchObject({
      preferences: { citationStyle: 'APA', citationDisplay: 'sidebar', preferSources: ['pubmed'] },
      clinicalContext: { patientAge: 54, allergies: ['latex', 'penicillin'] },
    });
    expect(event?.data).not.toHaveProperty('clinicalContext.patientWeight');
    // The conversation is about the same patient as before, and shows its earlier turns.
    const shown = (await api.get(`/api/conversations/${conversationId}`, as('ada'))).body.data;
    expect(shown.clinicalContext).toEqual(context);
    expect(shown.lastMessages).toMatchObject([{ role: 'user', text: 'Frostbite?' }]);
  });
});
