import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serviceAt } from '../../../../../infra/models/embedding/embedding-models.ts';
import { createOpenAiCompatibleEmbedder } from '../../../../../infra/models/embedding/openai-compatible-embedder.ts';
import { createEndpointReranker } from '../../../../../infra/models/reranking/endpoint-reranker.ts';
import { countCl100kTokens } from '../../../../../infra/reading/text-extraction/token-counter.ts';
import { unwatchedComponents } from '../../../../../ports/component-health.ts';
import { type Metrics, silentMetrics } from '../../../../../ports/metrics.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../../../../support/embedding-server.ts';
import { fakeCohere, type RerankServer, startRerankServer } from '../../../../support/rerank-server.ts';

let embedding: EmbeddingServer;
let reranking: RerankServer;
let refused: string[];
beforeAll(async () => {
  embedding = await startEmbeddingServer({ dimensions: 8 });
  reranking = await startRerankServer(fakeCohere);
});
afterAll(() => Promise.all([embedding.close(), reranking.close()]));
beforeEach(() => {
  refused = [];
});

const metrics: Metrics = {
  ...silentMetrics,
  count: (name, labels) => {
    if (name === 'anamnesis_outside_requests_refused_total') refused.push(Object.values(labels).join());
  },
};

const openEmbedder = (leavesThePremises: boolean) => {
  const baseUrl = new URL(embedding.baseUrl);
  return createOpenAiCompatibleEmbedder({
    baseUrl,
    service: serviceAt(baseUrl),
    model: 'a-model',
    dimensions: 8,
    leavesThePremises,
    countTokens: countCl100kTokens,
    metrics,
    health: unwatchedComponents,
  });
};
const openReranker = (leavesThePremises: boolean, dialect: 'cohere' | 'tei' = 'cohere') =>
  createEndpointReranker({
    url: reranking.url,
    dialect,
    model: 'm',
    leavesThePremises,
    metrics,
    health: unwatchedComponents,
    timeout: 60_000,
  });

const patient = 'Mr. John Smith, a 67-year-old man, was admitted on 3/4/2024.';
const clean = 'Give epinephrine 0.3 mg IM for anaphylaxis.';

/** Every way in which an adapter sends text, whatever its caller has screened. */
const ways: readonly (readonly [string, string, (outside: boolean) => Promise<unknown>])[] = [
  ['a question', 'embedding', (outside) => openEmbedder(outside).embedQuery('dose for John Smith')],
  [
    'a question in full-width digits',
    'embedding',
    (outside) => openEmbedder(outside).embedQuery('MRN １２３４５６７８, dose of adenosine'),
  ],
  ['passages', 'embedding', (outside) => openEmbedder(outside).embedPassages([clean, patient])],
  [
    'a question to a reranker',
    'reranking',
    (outside) => openReranker(outside).rerank('dose for John Smith', [clean]),
  ],
  [
    'passages to a reranker',
    'reranking',
    (outside) => openReranker(outside).rerank('dose', [clean, patient]),
  ],
  [
    'passages in another dialect',
    'reranking',
    (outside) => openReranker(outside, 'tei').rerank('dose', [clean, patient]),
  ],
];

describe('text about to leave the premises', () => {
  it.each(ways)('is held back when it identifies a person: %s', async (_what, component, send) => {
    const before = [embedding.received.length, reranking.calls.length];
    await expect(send(true)).rejects.toMatchObject({
      reason: { code: 'rule_violated', component, details: { reason: 'phi_stays_local' } },
    });
    expect([embedding.received.length, reranking.calls.length]).toEqual(before);
    expect(refused).toEqual([component]);
  });

  it('is not quoted in the refusal', async () => {
    const failure = await openReranker(true)
      .rerank('dose for John Smith', [patient])
      .catch((error: Error) => `${JSON.stringify(error)} ${error.stack}`);
    expect(failure).not.toMatch(/John|Smith|67/);
  });

  it('is sent when it identifies no person', async () => {
    await openEmbedder(true).embedQuery('dose of adenosine');
    await openEmbedder(true).embedPassages([clean]);
    expect(await openReranker(true).rerank('dose', [clean])).toHaveLength(1);
    expect(refused).toEqual([]);
  });

  it('is not screened when the service is on the premises', async () => {
    await openEmbedder(false).embedQuery('dose for John Smith');
    await openEmbedder(false).embedPassages([patient]);
    expect(await openReranker(false).rerank('dose for John Smith', [patient])).toHaveLength(1);
    expect(refused).toEqual([]);
  });
});
