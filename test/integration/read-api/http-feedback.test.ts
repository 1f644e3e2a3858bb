import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';

const docKey = 'note-allergy';
const chunkId = 'note-allergy@1#0';
const question = 'Is Jane Doe allergic to penicillin?';
const comment = 'Jane Doe was not asked about this.';

/** The events appended by the query orchestrator. */
const answerTo = (queryId: string) => [
  { type: 'PhiScreened', data: { queryId, detected: true, kinds: ['name'], detector: 'test' } },
  {
    type: 'SourcesSearched',
    data: {
      queryId,
      interpretation: { searchedFor: 'penicillin', intent: 'general', expansions: [], corrections: [] },
      sources: [],
      stages: [],
      index: { generation: 1, position: 1, model: 'test' },
      found: [{ chunkId, docKey, version: 1, score: 0.5 }],
    },
  },
  {
    type: 'QueryAnswered',
    data: {
      queryId,
      answer: 'Ask first.',
      citations: [],
      warnings: [],
      model: 'extractive',
      parameters: {},
      degraded: false,
    },
  },
];

describe('feedback over HTTP', () => {
  let api: HttpFixture;
  let queryId: string;
  let [doctor, officer] = ['', ''];
  const give = async (body: object, token = doctor) =>
    api.post('/api/commands/GiveFeedback', { queryId, ...body }, { token });
  const recorded = async (type: string): Promise<readonly RecordedEvent[]> =>
    Array.fromAsync(api.eventStore.readAll(0, { filter: { types: [type] } }));

  beforeAll(async () => {
    api = await openHttpApi();
    doctor = await api.tokenFor('dr-house', ['clinician']);
    officer = await api.tokenFor('officer', ['compliance']);
    await api.upload('/api/commands/IngestDocument', { name: 'allergy.md', content: '# Allergy' }, [
      ['docKey', docKey],
      ['sourceType', 'note'],
    ]);
    const { data } = (
      await api.post('/api/commands/StartConversation', { subject: 'patient-7' }, { token: doctor })
    ).body;
    const { conversationId } = data;
    const sharing = { conversationId, with: { user: 'dr-wilson' }, level: 'contribute' };
    await api.post('/api/commands/ShareConversation', sharing, { token: doctor });
    queryId = (await api.post('/api/commands/AskQuery', { question, conversationId }, { token: doctor })).body
      .data.queryId;
  });
  afterAll(() => api[Symbol.asyncDispose]());

  it('is refused before there is an answer, and for an unknown question', async () => {
    expect((await give({ kind: 'helpful' })).body.error.code).toBe('rule_violated');
    const other = '00000000-0000-7000-8000-00000000dead';
    expect((await give({ kind: 'helpful', queryId: other })).status).toBe(404);
    await api.record(`query-${queryId}`, answerTo(queryId), 'person:patient-7');
  });

  it('is refused when malformed, and from users who may not consult', async () => {
    expect((await give({ kind: 'excellent' })).status).toBe(400);
    expect((await give({ kind: 'wrong', comment: 'x'.repeat(2001) })).status).toBe(400);
    expect((await give({ kind: 'wrong', chunkId: 'other@1#0' })).status).toBe(422);
    expect((await give({ kind: 'wrong' }, officer)).status).toBe(403);
  });

  it('is recorded once, under the key of the person in the question', async () => {
    const { data } = (await give({ kind: 'wrong', chunkId, comment })).body;
    expect(data).toMatchObject({ queryId, streamId: `query-${queryId}`, revision: 4 });
    expect((await give({ kind: 'wrong', chunkId, comment })).body.data.position).toBe(data.position);
    const events = await recorded('FeedbackGiven');
    expect(events.map((event) => event.data)).toEqual([
      { queryId, givenBy: 'dr-house', kind: 'wrong', docKey, chunkId, comment },
    ]);
    expect(events[0]?.metadata).toMatchObject({ subject: 'person:patient-7' });
    expect(api.logLines.join('\n')).not.toContain('Jane');
  });

  it('is listed for compliance with its comment, which records the read', async () => {
    const path = `/api/admin/feedback?kind=wrong&docKey=${docKey}`;
    const headers = { 'x-access-reason': 'complaint 3' };
    const answer = await api.get(path, { token: officer, headers });
    expect(answer.body.data).toMatchObject([
      { queryId, givenBy: 'dr-house', actorRole: 'clinician', kind: 'wrong', docKey, chunkId, comment },
    ]);
    expect((await recorded('FeedbackRead')).map(({ data, metadata }) => [metadata.actor.id, data])).toEqual([
      ['officer', expect.objectContaining({ kind: 'list', parameters: { kind: 'wrong', docKey } })],
    ]);
    for (const token of [officer, await api.tokenFor('root', ['admin'])])
      expect((await api.get(path, { token })).body.data).toMatchObject([
        { kind: 'wrong', comment: null, commentWithheld: true },
      ]);
    expect((await api.get('/api/admin/feedback?kind=helpful', { token: officer })).body.data).toEqual([]);
    expect((await api.get('/api/admin/feedback', { token: doctor })).status).toBe(403);
  });

  it('counts for the document, and is replaced when the person changes their mind', async () => {
    const counts = async () =>
      (await api.get(`/api/documents/${docKey}/feedback`, { token: doctor })).body.data;
    expect(await counts()).toEqual({ docKey, helpful: 0, wrong: 1, outdated: 0, missing: 0 });
    expect((await give({ kind: 'outdated', docKey })).status).toBe(200);
    expect(await counts()).toEqual({ docKey, helpful: 0, wrong: 0, outdated: 1, missing: 0 });
    expect((await api.get('/api/documents/nothing/feedback')).status).toBe(404);
  });

  it('is exported as labelled pairs, which records the export', async () => {
    await give({ kind: 'helpful' }, await api.tokenFor('dr-wilson', ['clinician']));
    const headers = { 'x-access-reason': 'training of the ranking' };
    const answer = await api.get('/api/admin/feedback/export', { token: officer, headers });
    expect(answer.headers.get('content-type')).toContain('application/x-ndjson');
    const pairs = answer.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(pairs).toMatchObject([
      { queryId, question, docKey, chunkId: null, label: 'outdated' },
      { queryId, question, docKey: null, chunkId: null, label: 'helpful' },
    ]);
    expect((await recorded('FeedbackRead')).at(-1)?.data).toMatchObject({
      kind: 'export',
      parameters: {},
      basis: 'oversight',
      reason: 'training of the ranking',
    });
    expect((await api.get('/api/admin/feedback/export', { token: doctor })).status).toBe(403);
  });

  it('advances the revision seen by readers of the answer', async () => {
    const { revision } = (await api.get(`/api/queries/${queryId}`, { token: doctor })).body.data;
    expect(revision).toBe(6);
  });
});
