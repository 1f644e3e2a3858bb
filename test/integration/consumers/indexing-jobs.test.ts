import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalEmbedder } from '../../../infra/models/embedding/local-embedder.ts';
import type { Embedder } from '../../../ports/embedder.ts';
import { until } from '../../support/log-harness.ts';
import { type InProcess, type Json, startInProcess } from '../../support/server-in-process.ts';
import { openStreamReader } from '../../support/stream-reader.ts';
import { testToken } from '../../support/test-user.ts';

/** Chunks that are embedded together, and then counted as progress. */
const CHECKPOINT = 256;

type Hold = {
  /** Whether a text belongs to the held passages. */
  readonly isAbout: (text: string) => boolean;
  /** Number of further calls to let through. */
  passes: number;
  readonly waiting: Set<() => void>;
};

/** The built-in embedder, which holds passages of some books until released. */
const createPausingEmbedder = () => {
  const local = createLocalEmbedder();
  const holds = new Set<Hold>();
  const embedded: string[] = [];
  const pass = async (texts: readonly string[], signal: AbortSignal | undefined): Promise<void> => {
    for (const hold of holds) {
      if (!texts.some(hold.isAbout)) continue;
      while (holds.has(hold) && hold.passes === 0) {
        signal?.throwIfAborted();
        const released = new Promise<void>((resolve) => hold.waiting.add(resolve));
        await Promise.race([released, ...(signal ? [once(signal, 'abort')] : [])]);
      }
      signal?.throwIfAborted();
      hold.passes -= 1;
    }
  };
  const embedder: Embedder = {
    ...local,
    embedPassages: async (texts, options) => {
      await pass(texts, options?.signal);
      embedded.push(...texts);
      return local.embedPassages(texts, options);
    },
  };
  /** Holds passages that name a book, after the given number of calls. */
  const hold = (book: string, passes = 0) => {
    const held: Hold = { isAbout: (text) => text.includes(book), passes, waiting: new Set() };
    holds.add(held);
    const wake = (): void => {
      for (const resolve of held.waiting) resolve();
      held.waiting.clear();
    };
    return {
      /** Lets one more call through. */
      step: () => {
        held.passes += 1;
        wake();
      },
      release: () => {
        holds.delete(held);
        wake();
      },
      /** Whether a call is being held. */
      isWaiting: () => held.waiting.size > 0,
    };
  };
  return {
    embedder,
    hold,
    timesEmbedded: (book: string) => embedded.filter((text) => text.includes(book)).length,
  };
};

/** A protocol with the given number of distinct chunks. */
const bookOf = (name: string, chunks: number): string =>
  Array.from(
    { length: chunks },
    (_, index) =>
      `## Case ${index} of ${name}\n\nThis is how the ${index}th case of ${name} was treated. ${'The patient was given fluids and watched closely for many hours. '.repeat(6)}`,
  ).join('\n\n');

describe('indexing jobs', () => {
  const { embedder, hold, timesEmbedded } = createPausingEmbedder();
  let server: InProcess;
  beforeAll(async () => {
    server = await startInProcess({ environment: { INDEXING_CONCURRENCY: '2' }, replace: { embedder } });
  });
  afterAll(() => server.dispose());

  const begin = async (name: string, chunks: number): Promise<string> => {
    const uploaded = await server.upload(bookOf(name, chunks), `${name}.md`, {
      docKey: `protocol-${name}`,
      sourceType: 'protocol',
    });
    const { data } = (await server.bodyOf(uploaded)) as { data: Json };
    await server.get(`/api/admin/kb/jobs/${String(data.jobId)}?after=${String(data.position)}`);
    return String(data.jobId);
  };
  const job = (jobId: string): Promise<Json> => server.get(`/api/admin/kb/jobs/${jobId}`);
  /** Starts a book whose embedding is held midway until released. */
  const beginPaused = async (name: string, chunks = CHECKPOINT + 10) => {
    const held = hold(name, 1);
    const jobId = await begin(name, chunks);
    await until('the job is embedding', async () => Number((await job(jobId)).processedChunks) > 0);
    return { jobId, ...held };
  };
  const cancel = (jobId: string) => server.post(`/api/admin/kb/jobs/${jobId}/cancel`, {});
  const streamOf = (jobId: string) =>
    openStreamReader(`${server.url}/api/admin/kb/jobs/${jobId}/stream`, {
      authorization: `Bearer ${testToken}`,
    });
  const ended = (reader: Awaited<ReturnType<typeof streamOf>>) =>
    until('the stream has ended', () => reader.ending() === 'whole');

  it('index a small document while two large ones are in progress', async () => {
    const books = await Promise.all(['book-a', 'book-b'].map((name) => beginPaused(name, 12 * CHECKPOINT)));
    const leaflet = await server.upload('Give oral glucose 15 g.', 'leaflet.txt', {
      docKey: 'protocol-leaflet',
    });
    const { data } = (await server.bodyOf(leaflet)) as { data: Json };
    const leafletState = async (): Promise<unknown> => (await job(String(data.jobId))).state;
    // A book yields between two parts, and the leaflet needs several turns: one for each stage.
    await until('the leaflet is indexed', async () => {
      for (const { isWaiting, step } of books) if (isWaiting()) step();
      return !['PENDING', 'RUNNING'].includes(String(await leafletState()));
    });
    expect(await leafletState()).toBe('COMPLETED');
    for (const { jobId, release } of books) {
      expect((await job(jobId)).state).toBe('RUNNING');
      expect((await cancel(jobId)).status).toBe(200);
      release();
    }
  });

  it('report their progress in chunks, in a stream that ends with the job', async () => {
    const held = hold('book-c');
    const total = 2 * CHECKPOINT + 10;
    const jobId = await begin('book-c', total);
    const reader = await streamOf(jobId);
    const reported = (): readonly number[] =>
      reader.frames.map(({ data }) => Number(data.processedChunks)).filter((count) => count > 0);
    for (const count of [CHECKPOINT, 2 * CHECKPOINT, total]) {
      held.step();
      await until('the progress is reported', () => reported().includes(count));
    }
    held.release();
    await ended(reader);
    expect(reader.frames.at(-1)).toMatchObject({
      event: 'completed',
      data: { state: 'COMPLETED', totalChunks: total },
    });
    expect(reported()).toEqual([...reported()].toSorted((one, other) => one - other));
    expect([...new Set(reported())]).toEqual([CHECKPOINT, 2 * CHECKPOINT, total]);
    // A later reader gets the end immediately.
    const again = await streamOf(jobId);
    await ended(again);
    expect(again.frames.at(-1)?.event).toBe('completed');
    const unknown = await server.request('/api/admin/kb/jobs/0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d/stream');
    expect(unknown.status).toBe(404);
  });

  it('stop soon after a cancellation, park nothing, and resume there when retried', async () => {
    const { jobId, release } = await beginPaused('book-d');
    const answer = await cancel(jobId);
    expect(answer.status).toBe(200);
    expect((await server.bodyOf(answer)).data).toMatchObject({ jobId, state: 'FAILED' });
    await until('the job has ended', async () => (await job(jobId)).state === 'FAILED');
    expect(await job(jobId)).toMatchObject({
      stage: 'embed',
      errorReason: 'cancelled',
      canRetry: true,
      processedChunks: CHECKPOINT,
    });
    release();
    await server.settled();
    expect((await job(jobId)).processedChunks).toBe(CHECKPOINT);
    expect(timesEmbedded('book-d')).toBe(CHECKPOINT);
    expect(await server.get('/api/admin/consumers/parked')).toEqual([]);

    const response = await server.post(`/api/admin/kb/jobs/${jobId}/retry`, {});
    expect(response.status).toBe(202);
    const reader = await streamOf(jobId);
    await ended(reader);
    expect(reader.frames.map(({ event }) => event)).not.toContain('failed');
    expect(reader.frames.at(-1)?.event).toBe('completed');
    expect(timesEmbedded('book-d')).toBe(CHECKPOINT + 10);
    const refused = await cancel(jobId);
    expect(refused.status).toBe(422);
    expect((await server.bodyOf(refused)).error).toMatchObject({ code: 'rule_violated' });
    expect(
      (await server.post('/api/search', { query: 'how was the 107th case treated', limit: 3 })).status,
    ).toBe(200);
  });

  it('resume when the newer version that preempted them is broken', async () => {
    const { jobId: first, release } = await beginPaused('book-h');
    const broken = await server.ingest('%PDF-1.7\nnot really', 'book-h.pdf', { docKey: 'protocol-book-h' });
    expect(broken).toMatchObject({ state: 'FAILED', version: 2 });
    release();
    await until('the first job is complete', async () => (await job(first)).state === 'COMPLETED');
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

  it('stop for a newer version, and become superseded once that is complete', async () => {
    const { jobId: first, release } = await beginPaused('book-i');
    const newer = await server.ingest('Give oral glucose 15 g.', 'book-i.txt', { docKey: 'protocol-book-i' });
    expect(newer).toMatchObject({ state: 'COMPLETED', version: 2 });
    await until('the first job is superseded', async () => (await job(first)).state === 'SUPERSEDED');
    release();
    expect(await job(first)).toMatchObject({ errorReason: 'superseded', supersededBy: newer.jobId });
    expect(await server.get('/api/documents/protocol-book-i')).toMatchObject({ liveVersion: 2 });
  });

  it('can be cancelled while they are queued', async () => {
    const held = hold('book-e');
    const books = [await begin('book-e-1', 1), await begin('book-e-2', 1), await begin('book-e-3', 1)];
    const waiting = String(books.at(-1));
    await until('the job is known', async () => Number((await job(waiting)).revision) >= 0);
    for (const one of books) expect((await cancel(one)).status).toBe(200);
    held.release();
    await server.settled();
    for (const one of books)
      expect(await job(one)).toMatchObject({ state: 'FAILED', errorReason: 'cancelled' });
  });
});
