import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';

const question = 'Fluids by Lund and Browder for Jane Doe?';
const findings = [{ kind: 'name', text: 'Browder', confidence: 0.6 }];
const comment = 'Browder drew a burn chart.';

describe('a review over HTTP', () => {
  let api: HttpFixture;
  let queryId: string;
  let reviewId: string;
  const tokens: Record<string, string> = {};
  const as = (name: string) => ({ token: tokens[name] ?? '' });
  const withReason = (name: string) => ({ ...as(name), headers: { 'x-access-reason': 'queue of the week' } });
  const dispute = (name: string, more: object = {}) =>
    api.post('/api/commands/DisputePhiDetection', { queryId, ...more }, as(name));
  const resolve = (name: string, more: object = {}) =>
    api.post(
      '/api/commands/ResolveReview',
      { reviewId, verdict: 'false_alarm', reason: 'A chart, and no patient.', ...more },
      as(name),
    );

  beforeAll(async () => {
    api = await openHttpApi();
    tokens.ada = await api.tokenFor('ada', ['clinician']);
    tokens.bob = await api.tokenFor('bob', ['clinician']);
    tokens.root = await api.tokenFor('root', ['admin']);
    tokens.carl = await api.tokenFor('carl', ['compliance']);
    tokens.both = await api.tokenFor('ada', ['clinician', 'compliance']);
    queryId = (await api.post('/api/commands/AskQuery', { question }, as('ada'))).body.data.queryId;
    reviewId = `phi-${queryId}`;
  });
  afterAll(() => api[Symbol.asyncDispose]());

  it('is opened when the asker disputes a detection', async () => {
    expect((await dispute('ada')).body.error.code).toBe('rule_violated');
    await api.record(
      `query-${queryId}`,
      [
        {
          type: 'PhiScreened',
          data: {
            queryId,
            detected: true,
            kinds: ['name'],
            detector: 'test',
            findings: [{ kind: 'name', start: 19, end: 26, confidence: 0.6 }],
          },
        },
      ],
      `query:${queryId}`,
    );
    expect((await dispute('bob', { comment })).status).toBe(404);
    expect((await resolve('carl')).status).toBe(404);
    const first = await dispute('ada', { comment });
    expect(first.status).toBe(200);
    expect((await dispute('ada')).body.data.position).toBe(first.body.data.position);
  });

  it('is listed without anything of the question, to the operators', async () => {
    const listed = await api.get('/api/reviews?kind=phi&state=open', as('root'));
    expect(listed.body.data).toEqual([
      {
        reviewId,
        kind: 'phi',
        queryId,
        askedBy: 'ada',
        state: 'open',
        causes: ['disputed'],
        openedAt: expect.any(String),
        verdict: null,
        resolvedBy: null,
        resolvedAt: null,
      },
    ]);
    expect((await api.get('/api/reviews?kind=safety', as('root'))).body.data).toEqual([]);
    expect((await api.get('/api/reviews', as('ada'))).status).toBe(403);
  });

  it('shows its content only to compliance, for a recorded reason', async () => {
    expect((await api.get(`/api/reviews/${reviewId}`, as('root'))).status).toBe(403);
    expect((await api.get(`/api/reviews/${reviewId}`, as('carl'))).status).toBe(400);
    const shown = await api.get(`/api/reviews/${reviewId}`, withReason('carl'));
    expect(shown.body.data).toMatchObject({ question, comment, kinds: ['name'], detector: 'test', findings });
    const readings = await Array.fromAsync(api.eventStore.readAll(0, { filter: { types: ['AnswerRead'] } }));
    expect(readings.at(-1)).toMatchObject({
      metadata: { actor: { id: 'carl' } },
      data: { queryId, basis: 'oversight', reason: 'queue of the week' },
    });
    expect((await api.get(`/api/reviews/safety-${queryId}`, withReason('carl'))).status).toBe(404);
    expect((await api.get('/api/reviews/phi-1', withReason('carl'))).status).toBe(400);
  });

  it('is resolved by compliance, never by the asker, and changes nothing retroactively', async () => {
    expect((await resolve('root')).status).toBe(403);
    expect((await resolve('both')).status).toBe(422);
    expect((await resolve('carl', { reason: '' })).status).toBe(400);
    const { body } = await resolve('carl');
    const after = { headers: { 'x-after-position': String(body.data.position) } };
    const listed = await api.get('/api/reviews?state=resolved', { ...as('root'), ...after });
    expect(listed.body.data).toMatchObject([{ reviewId, verdict: 'false_alarm', resolvedBy: 'carl' }]);
    expect((await resolve('carl', { verdict: 'confirmed' })).status).toBe(409);
    const query = await api.get(`/api/queries/${queryId}`, { ...as('ada'), ...after });
    expect(query.body.data.phi).toEqual({ detected: true, kinds: ['name'] });
  });

  it('is exported with its verdict, for tuning, only to compliance', async () => {
    expect((await api.get('/api/reviews/export', as('root'))).status).toBe(403);
    const { text } = await api.get('/api/reviews/export', withReason('carl'));
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([{ reviewId, question, detector: 'test', kinds: ['name'], findings, verdict: 'false_alarm' }]);
  });

  it('of a withheld answer shows what the model wrote', async () => {
    const held = (await api.post('/api/commands/AskQuery', { question: 'Why?' }, as('ada'))).body.data
      .queryId;
    const end = {
      queryId: held,
      attempt: 1,
      outcome: 'completed',
      text: 'Give ten times of it.',
      milliseconds: 5,
    };
    const failed = { queryId: held, component: 'safety-filter', reason: 'blocked', message: 'Held back.' };
    const { position } = await api.record(
      `query-${held}`,
      [
        { type: 'ModelCallEnded', data: end },
        { type: 'QueryFailed', data: failed },
      ],
      `query:${held}`,
    );
    const after = { headers: { 'x-after-position': String(position) } };
    const listed = await api.get('/api/reviews?kind=safety&state=open', { ...as('root'), ...after });
    expect(listed.body.data).toMatchObject([{ reviewId: `safety-${held}`, causes: ['blocked'] }]);
    const shown = await api.get(`/api/reviews/safety-${held}`, withReason('carl'));
    expect(shown.body.data).toMatchObject({ drafts: ['Give ten times of it.'], failure: 'Held back.' });
  });

  it('does not block the question, which can still be answered and rated', async () => {
    await api.record(
      `query-${queryId}`,
      [{ type: 'QueryFailed', data: { queryId, component: 'x', reason: 'y', message: 'z' } }],
      `query:${queryId}`,
    );
    const judged = await api.post('/api/commands/GiveFeedback', { queryId, kind: 'wrong' }, as('ada'));
    expect(judged.body.error.code).toBe('rule_violated');
  });
});
