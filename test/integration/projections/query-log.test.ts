import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InProcess, type Json, startInProcess } from '../../support/server-in-process.ts';

const secret = 'Jane Doe';

describe('the query log of a running server', () => {
  let server: InProcess;
  let answered: Json;
  const list = async (query = ''): Promise<readonly Json[]> => {
    await server.settled();
    return (await server.get(`/api/admin/query-log${query}`)) as unknown as Json[];
  };

  const top = async (query = ''): Promise<readonly Json[]> => {
    await server.settled();
    return (await server.get(`/api/admin/query-log/top${query}`)).questions as Json[];
  };

  beforeAll(async () => {
    server = await startInProcess();
    await server.ingest(
      '# Anaphylaxis\n\nGive epinephrine 0.3 mg intramuscularly into the thigh.\n',
      'anaphylaxis.md',
      { docKey: 'guideline-anaphylaxis' },
    );
    await server.settled();
    answered = await server.ask(`${secret} has anaphylaxis. Which dose of epinephrine?`);
    await server.post('/api/search', { query: `${secret} tetanus`, filters: { agency: 'Nowhere' } });
  });
  afterAll(() => server.dispose());

  it('reports how each question and search was served, newest first, without their words', async () => {
    const entries = await list();
    expect(entries).toMatchObject([
      { kind: 'search', queryId: null, status: 'answered', found: 0, zeroResult: true },
      {
        kind: 'question',
        queryId: answered.queryId,
        streamId: `query-${String(answered.queryId)}`,
        status: 'answered',
        zeroResult: false,
        cached: false,
        degraded: false,
        model: 'extractive',
      },
    ]);
    for (const entry of entries) {
      expect(entry.searchMilliseconds).toBeGreaterThan(0);
      // The search is a part of the whole.
      expect(entry.milliseconds).toBeGreaterThanOrEqual(Number(entry.searchMilliseconds));
      expect((entry.stages as Json[]).map(({ source }) => source)).toEqual(['dense', 'lexical']);
    }
    expect(entries[0]?.milliseconds).toBe(entries[0]?.searchMilliseconds);
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('finds failures, page by page', async () => {
    expect(await list('?only=zero-result')).toMatchObject([{ kind: 'search' }]);
    expect(await list('?only=failed')).toEqual([]);
    expect(await list('?only=degraded')).toEqual([]);
    expect(await list('?only=slow&slowerThan=86400000')).toEqual([]);
    expect(await list('?to=2020-01-01')).toEqual([]);
    expect(await list('?from=2020-01-01')).toHaveLength(2);
    const page = await server.bodyOf(await server.request('/api/admin/query-log?limit=1'));
    const { nextCursor } = page.metadata as Json;
    expect(await list(`?limit=1&cursor=${String(nextCursor)}`)).toMatchObject([{ kind: 'question' }]);
    for (const wrong of ['only=nonsense', 'from=yesterday', 'slowerThan=0', 'cursor=x'])
      expect((await server.request(`/api/admin/query-log?${wrong}`)).status, wrong).toBe(400);
  });

  it('can be summarized', async () => {
    await server.settled();
    const summary = await server.get('/api/admin/query-log/summary');
    expect(summary).toMatchObject({
      entries: 2,
      questions: 1,
      searches: 1,
      answered: 2,
      failed: 0,
      zeroResult: 1,
      complete: true,
    });
    expect((summary.stages as Json[]).map(({ source }) => source)).toEqual(['dense', 'lexical']);
    expect(summary.searchLatency).toEqual({ p50: expect.any(Number), p95: expect.any(Number) });
    expect(summary.intents).toMatchObject([{ count: 1 }, { count: 1 }]);
    const early = await server.get('/api/admin/query-log/summary?to=2020-01-01');
    expect(early).toMatchObject({ entries: 0, latency: null });
  });

  it('lists the most frequent and the fruitless subjects, by clinical terms and never by the words of a question', async () => {
    const questions = await top();
    expect(questions).toMatchObject([
      { asked: 1, zeroResult: 1, example: { kind: 'search', queryId: null } },
      {
        asked: 1,
        zeroResult: 0,
        concepts: expect.arrayContaining(['epinephrine', 'anaphylaxis']),
        example: { kind: 'question', queryId: answered.queryId },
      },
    ]);
    expect(await top('?only=zero-result')).toMatchObject([{ zeroResult: 1 }]);
    expect(await top('?only=failed')).toEqual([]);
    expect(await top('?limit=1')).toHaveLength(1);
    expect(await top('?to=2020-01-01')).toEqual([]);
    expect(JSON.stringify(questions)).not.toMatch(/jane|doe/i);
    for (const wrong of ['only=slow', 'limit=0', 'limit=101', 'from=yesterday'])
      expect((await server.request(`/api/admin/query-log/top?${wrong}`)).status, wrong).toBe(400);
  });

  it('feeds the metrics too', async () => {
    const metrics = await (await server.request('/metrics')).text();
    expect(metrics).toMatch(/^anamnesis_search_seconds_count\{cached="false"\} 2$/m);
  });

  it('links feedback to a composed answer and a passage that it cites', async () => {
    const query = await server.get(`/api/queries/${String(answered.queryId)}`);
    const [citation] = query.citations as Json[];
    await server.command('GiveFeedback', {
      queryId: answered.queryId,
      kind: 'helpful',
      chunkId: citation?.chunkId,
    });
    await server.settled();
    expect(await server.get('/api/documents/guideline-anaphylaxis/feedback')).toMatchObject({ helpful: 1 });
  });
});
