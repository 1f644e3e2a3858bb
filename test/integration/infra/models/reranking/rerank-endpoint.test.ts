import { afterEach, describe, expect, it } from 'vitest';
import { Failure } from '../../../../../domain/kernel/failure.ts';
import { createEndpointReranker } from '../../../../../infra/models/reranking/endpoint-reranker.ts';
import { unwatchedComponents } from '../../../../../ports/component-health.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { describeReranker } from '../../../../contract/reranker.contract.ts';
import {
  fakeCohere,
  fakeTei,
  type RerankServer,
  startRerankServer,
} from '../../../../support/rerank-server.ts';

const open: RerankServer[] = [];
const start = async (...arguments_: Parameters<typeof startRerankServer>): Promise<RerankServer> => {
  const server = await startRerankServer(...arguments_);
  open.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const dialects = [
  ['cohere', fakeCohere],
  ['tei', fakeTei],
] as const;

for (const [dialect, reply] of dialects) {
  describeReranker(`an endpoint that speaks ${dialect}`, async () => {
    const { url } = await start(reply);
    return createEndpointReranker({
      url,
      dialect,
      model: 'm',
      leavesThePremises: false,
      metrics: silentMetrics,
      health: unwatchedComponents,
      timeout: 5000,
    });
  });
}

describe('a reranking endpoint', () => {
  const options = {
    dialect: 'cohere',
    model: 'rerank-v3.5',
    leavesThePremises: false,
    metrics: silentMetrics,
    health: unwatchedComponents,
    timeout: 5000,
  } as const;
  const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
    const error = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof Failure)) throw new Error('Expected a Failure.');
    expect(JSON.stringify(error.reason)).not.toMatch(/John|secret|patient text/);
    return error;
  };

  it('is called by its API, with the key in a header', async () => {
    const { url, calls } = await start(fakeCohere);
    await createEndpointReranker({ ...options, url, apiKey: 'secret' }).rerank('dose', ['a', 'b']);
    expect(calls[0]).toMatchObject({
      path: '/v2/rerank',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
    });
    expect(calls[0]?.body).toEqual({ model: 'rerank-v3.5', query: 'dose', documents: ['a', 'b'], top_n: 2 });
    const tei = await start(fakeTei);
    await createEndpointReranker({ ...options, dialect: 'tei', url: tei.url }).rerank('dose', ['a', 'b']);
    expect(tei.calls[0]?.body).toEqual({
      query: 'dose',
      texts: ['a', 'b'],
      raw_scores: false,
      truncate: true,
    });
  });

  it('may return raw logits', async () => {
    const results = [
      { index: 1, relevance_score: -11.2 },
      { index: 0, relevance_score: 8.4 },
    ];
    const { url } = await start(() => ({ text: JSON.stringify({ results }) }));
    const [good = 0, bad = 1] = await createEndpointReranker({ ...options, url }).rerank('q', ['a', 'b']);
    expect(good).toBeGreaterThan(0.999);
    expect(bad).toBeLessThan(0.001);
  });

  it.each([
    ['refuses the key', { status: 401, text: '{"message":"secret"}' }, 'RERANK_API_KEY'],
    ['does not know the model', { status: 404, text: 'patient text' }, 'RERANK_URL and RERANK_MODEL'],
    ['is rate-limited', { status: 429, text: '' }, 'allows no more requests'],
    ['fails', { status: 500, text: 'patient text' }, 'error (500)'],
    ['redirects', { status: 307, headers: { location: 'http://127.0.0.1:1/' }, text: '' }, 'reached'],
    ['does not answer in JSON', { text: '<html>' }, 'structure is unknown'],
    ['omits a passage', { text: '{"results":[{"index":0,"relevance_score":1}]}' }, '1 scores for 2'],
    [
      'names an unknown passage',
      { text: '{"results":[{"index":0,"relevance_score":1},{"index":7,"relevance_score":1}]}' },
      '1 scores for 2',
    ],
    ['answers without end', { text: 'x'.repeat(2_000_000) }, 'too large'],
  ])('that %s fails without quoting a passage', async (_, answer, message) => {
    const { url } = await start(() => answer);
    const reranker = createEndpointReranker({ ...options, url, apiKey: 'secret' });
    const failed = await failureOf(reranker.rerank('John', ['patient text', 'other']));
    expect(failed.reason.message).toContain(message);
    expect(failed.reason.component).toBe('reranking');
  });

  it('that does not answer is abandoned at its time limit', async () => {
    const { url } = await start(() => 'hang');
    const failed = await failureOf(
      createEndpointReranker({ ...options, url, timeout: 50 }).rerank('q', ['a']),
    );
    expect(failed.reason.code).toBe('timeout');
  });

  it('that failed five times in a row is skipped for a minute', async () => {
    let time = 0;
    let down = true;
    const server = await start((call) => (down ? { status: 500, text: '' } : fakeCohere(call)));
    const reranker = createEndpointReranker({ ...options, url: server.url, now: () => time });
    for (let turn = 0; turn < 7; turn += 1) await failureOf(reranker.rerank('q', ['a']));
    expect(server.calls).toHaveLength(5);
    down = false;
    expect((await failureOf(reranker.rerank('q', ['q']))).reason).toMatchObject({ retryAfter: 60 });
    time = 60_001;
    expect(await reranker.rerank('q', ['q'])).toEqual([1]);
    expect(await reranker.rerank('q', ['q'])).toEqual([1]);
  });
});
