import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalEmbedder } from '../../infra/models/embedding/local-embedder.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { until } from '../support/log-harness.ts';
import { type InProcess, type Json, startInProcess } from '../support/server-in-process.ts';

const local = createLocalEmbedder();
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The built-in embedder, as slow as a service that is far away. */
const slow: Embedder = {
  ...local,
  embedPassages: async (texts, options) => {
    await pause(texts.length > 100 ? 400 : 0);
    return local.embedPassages(texts, options);
  },
};

/** The built-in embedder, which answers nobody before it is told to. */
const createHeldEmbedder = () => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const embedder: Embedder = {
    ...local,
    embedPassages: async (texts, options) => {
      await released;
      return local.embedPassages(texts, options);
    },
  };
  return { embedder, release: () => release() };
};

/** A text of about so many chunks, all of them different. */
const bookOf = (name: string, chunks: number): string =>
  Array.from(
    { length: chunks * 4 },
    (_, index) =>
      `Paragraph ${index} of ${name} tells how the ${index}th case was treated. ${'The patient was given fluids and watched closely for many hours. '.repeat(8)}`,
  ).join('\n\n');

type Sent = { readonly event: string; readonly data: Json };

/** Reads a stream of Server-Sent Events to its end. */
const eventsOf = async (response: Response): Promise<readonly Sent[]> =>
  (await response.text()).split('\n\n').flatMap((block) => {
    const event = /^event: (.*)$/m.exec(block)?.[1];
    const data = /^data: (.*)$/m.exec(block)?.[1];
    return event && data ? [{ event, data: JSON.parse(data) as Json }] : [];
  });

describe('indexing jobs', () => {
  let server: InProcess;
  beforeAll(async () => {
    server = await startInProcess({
      environment: { INDEXING_CONCURRENCY: '2' },
      replace: { embedder: slow },
    });
  });
  afterAll(() => server.dispose());

  const begin = async (name: string, chunks: number, sourceType = 'protocol'): Promise<string> => {
    const uploaded = await server.upload(bookOf(name, chunks), `${name}.txt`, {
      docKey: `${sourceType}-${name}`,
      sourceType,
    });
    const { data } = (await server.bodyOf(uploaded)) as { data: Json };
    return String(data.jobId);
  };
  const job = (jobId: string): Promise<Json> => server.get(`/api/admin/kb/jobs/${jobId}`);
  const embedding = (jobId: string) =>
    until('the job is embedding', async () => Number((await job(jobId)).processedChunks) > 0);
  const cancel = (jobId: string) => server.post(`/api/admin/kb/jobs/${jobId}/cancel`, {});

  it('index a small document while two large ones are under way', async () => {
    const books = [await begin('book-a', 3000), await begin('book-b', 3000)];
    for (const book of books) await embedding(book);
    const small = await server.ingest('Give oral glucose 15 g.', 'leaflet.txt', {
      docKey: 'protocol-leaflet',
    });
    expect(small.state).toBe('COMPLETED');
    for (const book of books) {
      expect((await job(book)).state).toBe('RUNNING');
      expect((await cancel(book)).status).toBe(200);
    }
  });

  it('tell their progress in chunks, as a stream that ends with the job', async () => {
    const jobId = await begin('book-c', 700);
    const response = await server.request(`/api/admin/kb/jobs/${jobId}/stream`);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const sent = await eventsOf(response);
    expect(sent.at(-1)).toMatchObject({ event: 'completed', data: { state: 'COMPLETED' } });
    const total = Number(sent.at(-1)?.data.totalChunks);
    const processed = sent.map(({ data }) => Number(data.processedChunks)).filter((count) => count > 0);
    expect(processed).toEqual([...processed].toSorted((one, other) => one - other));
    expect(new Set(processed).size).toBe(Math.ceil(total / 256));
    expect(processed.at(-1)).toBe(total);
    // Whoever comes later is told the end at once.
    const again = await eventsOf(await server.request(`/api/admin/kb/jobs/${jobId}/stream`));
    expect(again.at(-1)?.event).toBe('completed');
    const unknown = await server.request('/api/admin/kb/jobs/0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d/stream');
    expect(unknown.status).toBe(404);
  });

  it('stop soon when they are cancelled, park nothing, and go on from there when retried', async () => {
    const jobId = await begin('book-d', 1500);
    await embedding(jobId);
    const answer = await cancel(jobId);
    expect(answer.status).toBe(200);
    expect((await server.bodyOf(answer)).data).toMatchObject({ jobId, state: 'FAILED' });
    await until('the job is over', async () => (await job(jobId)).state === 'FAILED');
    const stopped = await job(jobId);
    expect(stopped).toMatchObject({ stage: 'embed', errorReason: 'cancelled', canRetry: true });
    await pause(900);
    await server.settled();
    expect((await job(jobId)).processedChunks).toBe(stopped.processedChunks);
    expect(await server.get('/api/admin/consumers/parked')).toEqual([]);

    const response = await server.post(`/api/admin/kb/jobs/${jobId}/retry`, {});
    expect(response.status).toBe(202);
    const sent = await eventsOf(await server.request(`/api/admin/kb/jobs/${jobId}/stream`));
    expect(sent.map(({ event }) => event)).not.toContain('failed');
    expect(sent.at(-1)?.event).toBe('completed');
    const refused = await cancel(jobId);
    expect(refused.status).toBe(422);
    expect((await server.bodyOf(refused)).error).toMatchObject({ code: 'rule_violated' });
    expect(
      (await server.post('/api/search', { query: 'how was the 1407th case treated', limit: 3 })).status,
    ).toBe(200);
  });

  it('are taken up again when the newer version that overtook them is broken', async () => {
    const first = await begin('book-h', 1500);
    await embedding(first);
    const broken = await server.ingest('%PDF-1.7\nnot really', 'book-h.pdf', { docKey: 'protocol-book-h' });
    expect(broken).toMatchObject({ state: 'FAILED', version: 2 });
    await until('the first is complete', async () => (await job(first)).state === 'COMPLETED');
    const events = await server.get(`/api/audit/streams/indexing-${first}`);
    const types = (events.events as readonly Json[]).map(({ type }) => type);
    expect(types.filter((type) => /Failed|Retried|Superseded/.test(String(type)))).toEqual([
      'IndexingFailed',
      'IndexingRetried',
    ]);
    expect(await job(first)).toMatchObject({ retryCount: 0, supersededBy: null });
    expect(await server.get('/api/documents/protocol-book-h')).toMatchObject({
      status: 'searchable',
      liveVersion: 1,
    });
    expect(await server.get('/api/admin/consumers/parked')).toEqual([]);
  });

  it('are stopped for a newer version, and superseded once that is complete', async () => {
    const first = await begin('book-i', 1500);
    await embedding(first);
    const newer = await server.ingest('Give oral glucose 15 g.', 'book-i.txt', { docKey: 'protocol-book-i' });
    expect(newer).toMatchObject({ state: 'COMPLETED', version: 2 });
    await until('the first is superseded', async () => (await job(first)).state === 'SUPERSEDED');
    expect(await job(first)).toMatchObject({ errorReason: 'superseded', supersededBy: newer.jobId });
    expect(await server.get('/api/documents/protocol-book-i')).toMatchObject({ liveVersion: 2 });
  });

  it('are cancelled while they wait for their turn', async () => {
    const busy = [await begin('book-e', 3000), await begin('book-f', 3000), await begin('book-g', 3000)];
    const waiting = String(busy.at(-1));
    await until('the job is known', async () => Number((await job(waiting)).revision) >= 0);
    for (const one of busy) expect((await cancel(one)).status).toBe(200);
    await server.settled();
    for (const one of busy)
      expect(await job(one)).toMatchObject({ state: 'FAILED', errorReason: 'cancelled' });
  });
});

describe('indexing jobs of hundreds of documents that were sent at once', () => {
  let server: InProcess;
  const { embedder, release } = createHeldEmbedder();
  beforeAll(async () => {
    server = await startInProcess({ environment: { INDEXING_CONCURRENCY: '1' }, replace: { embedder } });
  });
  afterAll(async () => {
    release();
    await server.dispose();
  });

  it('can be cancelled from the first to the last, although most have not begun', async () => {
    const jobIds: string[] = [];
    for (let n = 0; n < 300; n += 1) {
      const uploaded = await server.upload(`Give oral glucose ${n} g.`, `leaflet-${n}.txt`, {
        docKey: `guideline-leaflet-${n}`,
      });
      const { data } = (await server.bodyOf(uploaded)) as { data: Json };
      jobIds.push(String(data.jobId));
    }
    const last = String(jobIds.at(-1));
    expect(await server.get(`/api/admin/kb/jobs/${last}`)).toMatchObject({ state: 'PENDING', revision: -1 });

    for (const jobId of jobIds) {
      const answer = await server.post(`/api/admin/kb/jobs/${jobId}/cancel`, {});
      expect(answer.status).toBe(200);
      expect((await server.bodyOf(answer)).data).toMatchObject({ jobId, state: 'FAILED' });
    }
    const unknown = await server.post('/api/admin/kb/jobs/0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d/cancel', {});
    expect(unknown.status).toBe(404);

    release();
    await server.settled();
    for (const jobId of jobIds)
      expect(await server.get(`/api/admin/kb/jobs/${jobId}`)).toMatchObject({
        state: 'FAILED',
        errorReason: 'cancelled',
        processedChunks: 0,
        canRetry: true,
      });
    expect(await server.get('/api/admin/consumers/parked')).toEqual([]);
    // What was cancelled before it began can be tried again as any other.
    expect((await server.post(`/api/admin/kb/jobs/${last}/retry`, {})).status).toBe(202);
    await until(
      'the retried job is done',
      async () => (await server.get(`/api/admin/kb/jobs/${last}`)).state === 'COMPLETED',
    );
  });
});
