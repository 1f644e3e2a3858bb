import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openClient } from '../../../cli/api/open-client.ts';
import { followJobs } from '../../../cli/ingest/follow-jobs.ts';
import type { IndexingJob } from '../../../client/api.generated.ts';
import { ordinaryReading } from '../../../domain/indexing/reading-quality.ts';
import { quickenPauses } from '../../support/quick-pauses.ts';

const jobId = '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d';

const otherJobId = '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3e';

const jobIn = (state: IndexingJob['state']): IndexingJob => ({
  jobId,
  docKey: 'note-a',
  version: 1,
  fileName: 'a.txt',
  state,
  stage: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: null,
  completedAt: null,
  failedAt: null,
  errorMessage: null,
  errorReason: null,
  retryCount: 0,
  maxRetries: 3,
  canRetry: false,
  pages: 1,
  ...ordinaryReading,
  totalChunks: 1,
  processedChunks: 1,
  costUsd: 0,
  withheld: [],
  warnings: [],
  supersededBy: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  revision: 1,
});

const message = (type: string, position: number, id = jobId): string => {
  const event = {
    streamId: `indexing-${id}`,
    revision: 1,
    position,
    type,
    recordedAt: '2026-01-01T00:00:00.000Z',
  };
  return `id: ${position}\nevent: ${type}\ndata: ${JSON.stringify(event)}\n\n`;
};

let server: Server | undefined;
afterEach(() => {
  vi.restoreAllMocks();
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** A server whose notifications and job state the test controls. */
const scriptedServer = async (signal = new AbortController().signal) => {
  const state = { job: jobIn('RUNNING'), looks: [] as number[], connections: [] as (string | undefined)[] };
  let stream: ServerResponse | undefined;
  const started = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    if (pathname === '/api/stream') {
      const { 'last-event-id': lastEventId } = request.headers;
      state.connections.push(typeof lastEventId === 'string' ? lastEventId : undefined);
      stream = response;
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('id: 10\n\n');
      return;
    }
    state.looks.push(Number(searchParams.get('after')));
    const answer = { success: true, data: state.job, metadata: { traceId: 't' }, timestamp: '' };
    response.end(JSON.stringify(answer));
  });
  server = started;
  await new Promise<void>((resolve) => {
    started.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
  return {
    state,
    client: openClient({ url, token: async () => 't' }, signal),
    send: (event: string) => stream?.write(event),
    cut: () => stream?.destroy(),
  };
};

const looked = (state: { readonly looks: readonly number[] }, times: number) =>
  expect.poll(() => state.looks.length).toBe(times);

describe('following an indexing job', () => {
  it('receives each stage, and reads a job at least as recent as its last event', async () => {
    const { state, client, send } = await scriptedServer();
    const follower = await followJobs(client, new AbortController().signal);
    const stages: number[] = [];
    const done = follower.follow(jobId, 12, (stage) => stages.push(stage));
    await looked(state, 1);
    send(message('IndexingStarted', 13));
    send(message('TextExtracted', 14));
    await expect.poll(() => stages).toEqual([0, 1, 2]);
    state.job = jobIn('COMPLETED');
    send(message('IndexingCompleted', 20));
    expect(await done).toMatchObject({ state: 'COMPLETED' });
    expect(stages).toEqual([0, 1, 2, 6]);
    expect(state.looks).toEqual([12, 20]);
    follower.stop();
  });

  it('reports the progress of embedding, which the job shows after each batch', async () => {
    const { state, client, send } = await scriptedServer();
    const follower = await followJobs(client, new AbortController().signal);
    const stages: number[] = [];
    const done = follower.follow(jobId, 12, (stage) => stages.push(stage));
    await looked(state, 1);
    send(message('ChunksCreated', 16));
    await expect.poll(() => stages).toEqual([0, 4]);
    for (const [position, processedChunks] of [
      [17, 256],
      [18, 512],
      [19, 1024],
    ] as const) {
      const stage = processedChunks === 1024 ? 'publish' : 'embed';
      state.job = { ...jobIn('RUNNING'), stage, totalChunks: 1024, processedChunks };
      const before = stages.length;
      send(message('ChunksEmbedded', position));
      await expect.poll(() => stages.length).toBe(before + 1);
    }
    state.job = jobIn('COMPLETED');
    send(message('IndexingCompleted', 20));
    await done;
    expect(stages).toEqual([0, 4, 4.25, 4.5, 5, 6]);
    expect(state.looks).toEqual([12, 17, 18, 19, 20]);
    follower.stop();
  });

  it('does not miss an end that arrived before the wait for it', async () => {
    const { state, client, send } = await scriptedServer();
    const follower = await followJobs(client, new AbortController().signal);
    const stages: number[] = [];
    const other = follower.follow(otherJobId, 12, (stage) => stages.push(stage));
    send(message('IndexingFailed', 15));
    send(message('IndexingStarted', 16, otherJobId));
    // Messages of one connection arrive in order.
    await expect.poll(() => stages).toEqual([0, 1]);
    state.job = jobIn('FAILED');
    expect(await follower.follow(jobId, 12, () => {})).toMatchObject({ state: 'FAILED' });
    expect(state.looks.at(-1)).toBe(15);
    send(message('IndexingFailed', 17, otherJobId));
    await other;
    follower.stop();
  });

  it('reconnects after the last message', async () => {
    quickenPauses();
    const { state, client, send, cut } = await scriptedServer();
    const follower = await followJobs(client, new AbortController().signal);
    const stages: number[] = [];
    const done = follower.follow(jobId, 12, (stage) => stages.push(stage));
    send(message('IndexingStarted', 13));
    await expect.poll(() => stages).toEqual([0, 1]);
    cut();
    await expect.poll(() => state.connections).toEqual([undefined, '13']);
    state.job = jobIn('COMPLETED');
    send(message('IndexingCompleted', 20));
    expect(await done).toMatchObject({ state: 'COMPLETED' });
    follower.stop();
  });

  it('stops when the user does not want to wait any longer', async () => {
    const { client } = await scriptedServer();
    const stop = new AbortController();
    const follower = await followJobs(client, stop.signal);
    const done = follower.follow(jobId, 12, () => {});
    stop.abort();
    await expect(done).rejects.toMatchObject({ exitCode: 130 });
    follower.stop();
  });
});
