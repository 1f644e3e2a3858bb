import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../support/server-in-process.ts';
import { type SharedServer, sharedServer } from '../../support/shared-server.ts';

describe('an answer', () => {
  let server: SharedServer;
  beforeAll(async () => {
    server = await sharedServer();
  });

  it('can be explained from the log alone', async () => {
    const followers = (await server.get('/api/admin/projections')) as unknown as Json[];
    const generation = followers.find(({ name }) => name === 'search')?.generation;
    expect(generation).toEqual(expect.any(Number));
    const { queryId, position } = await server.ask('pediatric epinephrine dose for anaphylaxis');
    await server.get(`/api/queries/${String(queryId)}?after=${String(position)}`);
    const { events } = await server.get(`/api/audit/streams/query-${String(queryId)}`);
    const [asked, screened, routed, searched, answered] = events as Json[];
    expect(asked).toMatchObject({
      type: 'QueryAsked',
      data: { question: 'pediatric epinephrine dose for anaphylaxis' },
      metadata: { actor: { id: 'tester', role: 'admin' } },
    });
    expect(screened).toMatchObject({ type: 'PhiScreened', data: { detected: false } });
    expect(routed).toMatchObject({
      type: 'QueryRouted',
      data: { round: 1, sources: [{ source: 'knowledge_base' }], model: 'none' },
    });
    expect(searched).toMatchObject({
      type: 'SourcesSearched',
      data: {
        sources: [{ source: 'knowledge_base', outcome: 'ok' }],
        stages: [{ outcome: 'ok' }, { outcome: 'ok' }],
        index: { generation },
      },
    });
    expect(answered).toMatchObject({
      type: 'QueryAnswered',
      data: { model: 'extractive', degraded: false },
    });
    const { citations, answer } = (answered as { data: { citations: Json[]; answer: string } }).data;
    expect(answer).toContain('0.01 mg/kg');
    expect(citations[0]).toMatchObject({ n: 1, fileName: 'pediatric-anaphylaxis.pdf', pages: [1, 2] });
    expect(String(citations[0]?.excerpt)).toContain('0.01 mg/kg');
    // One external request has one correlation, and the readers of the answer are recorded.
    const correlations = (events as { metadata: { correlationId: string } }[]).map(
      ({ metadata }) => metadata.correlationId,
    );
    expect(new Set(correlations).size).toBe(1);
    await server.settled();
    const reads = (await server.get(
      `/api/audit/entries?type=AnswerRead&streamId=query-${String(queryId)}`,
    )) as unknown as Json[];
    // Once as the awaited answer, once as the resource.
    expect(reads).toMatchObject([{ actorId: 'tester' }, { actorId: 'tester' }]);
  });
});
