import { afterEach, beforeEach, expect, it } from 'vitest';
import { fakeCohere, type RerankServer, startRerankServer } from '../../../../support/rerank-server.ts';
import { type InProcess, type Json, startInProcess } from '../../../../support/server-in-process.ts';

let endpoint: RerankServer;
let application: InProcess;
beforeEach(async () => {
  endpoint = await startRerankServer(fakeCohere);
  application = await startInProcess({
    environment: { RERANK_URL: endpoint.url.href, RERANK_MODEL: 'judge', RERANK_LOCAL: 'false' },
  });
});
afterEach(async () => {
  await application.dispose();
  await endpoint.close();
});

const search = async (query: string): Promise<readonly unknown[]> => {
  const answer = await application.bodyOf(await application.post('/api/search', { query, limit: 10 }));
  return ((answer.data as Json).results as Json[]).map(({ docKey }) => docKey);
};

it('a document marked as PHI is found, and none of it reaches a cloud reranker', async () => {
  const text = (what: string) => `Treatment of a hornet sting: ${what} and watch the patient for an hour.`;
  const open = await application.ingest(text('cool the skin'), 'open.txt', { docKey: 'guideline-open' });
  const marked = await application.ingest(text('the unmistakable way of the third ward'), 'marked.txt', {
    docKey: 'guideline-marked',
    containsPhi: 'true',
  });
  expect([open.state, marked.state]).toEqual(['COMPLETED', 'COMPLETED']);
  expect(await search('hornet sting treatment')).toEqual(
    expect.arrayContaining(['guideline-open', 'guideline-marked']),
  );
  expect(endpoint.calls.length).toBeGreaterThan(0);
  expect(JSON.stringify(endpoint.calls)).toContain('cool the skin');
  expect(JSON.stringify(endpoint.calls)).not.toContain('unmistakable');
});
