import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLocalEmbedder } from '../../infra/models/embedding/local-embedder.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { until } from '../support/log-harness.ts';
import { type InProcess, type Json, startInProcess } from '../support/server-in-process.ts';

/** More than the worker handles together. */
const DOCUMENTS = 270;
const CONCURRENCY = 2;

const local = createLocalEmbedder();
let released = Promise.withResolvers<void>();
let waiting = 0;
/** The built-in embedder, which waits until released. */
const held: Embedder = {
  ...local,
  embedPassages: async (texts, options) => {
    waiting += 1;
    await released.promise;
    return local.embedPassages(texts, options);
  },
};

let server: InProcess;
beforeEach(async () => {
  released = Promise.withResolvers();
  waiting = 0;
  server = await startInProcess({
    environment: { INDEXING_CONCURRENCY: String(CONCURRENCY) },
    replace: { embedder: held },
  });
});
afterEach(async () => {
  released.resolve();
  await server.dispose();
});

it('indexing jobs of hundreds of documents can all be cancelled, although most have not begun', async () => {
  const jobIds: string[] = [];
  for (let n = 0; n < DOCUMENTS; n += 1) {
    const uploaded = await server.upload(`Give oral glucose ${n} g.`, `leaflet-${n}.txt`, {
      docKey: `guideline-leaflet-${n}`,
    });
    const { data } = (await server.bodyOf(uploaded)) as { data: Json };
    jobIds.push(String(data.jobId));
    // The first ones block all others.
    if (n === CONCURRENCY - 1)
      await until('the first documents are embedding', () => waiting === CONCURRENCY);
  }
  const last = String(jobIds.at(-1));
  expect(await server.get(`/api/admin/kb/jobs/${last}`)).toMatchObject({ state: 'PENDING', revision: -1 });

  for (const jobId of jobIds) {
    const answer = await server.post(`/api/admin/kb/jobs/${jobId}/cancel`, {});
    expect(answer.status).toBe(200);
    expect((await server.bodyOf(answer)).data).toMatchObject({ jobId, state: 'FAILED' });
  }
  released.resolve();
  await server.settled();
  for (const jobId of jobIds)
    expect(await server.get(`/api/admin/kb/jobs/${jobId}`)).toMatchObject({
      state: 'FAILED',
      errorReason: 'cancelled',
      processedChunks: 0,
      canRetry: true,
    });
  expect(await server.get('/api/admin/consumers/parked')).toEqual([]);
  // A job cancelled before it began can be retried like any other.
  expect((await server.post(`/api/admin/kb/jobs/${last}/retry`, {})).status).toBe(202);
  await until(
    'the retried job is done',
    async () => (await server.get(`/api/admin/kb/jobs/${last}`)).state === 'COMPLETED',
  );
});
