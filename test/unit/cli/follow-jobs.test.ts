import { describe, expect, it } from 'vitest';
import type { ApiClient, IndexingJob } from '../../../cli/api/api-client.ts';
import { ConnectionLost } from '../../../cli/api/api-failure.ts';
import type { StreamItem } from '../../../cli/api/read-event-stream.ts';
import { followJobs } from '../../../cli/ingest/follow-jobs.ts';
import { nothingUnusual } from '../../../domain/indexing/reading-quality.ts';

const jobId = '0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d';

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
  ...nothingUnusual,
  totalChunks: 1,
  processedChunks: 1,
  costUsd: 0,
  withheld: [],
  warnings: [],
  supersededBy: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  revision: 1,
});

const heard = (event: string, position: number): StreamItem => ({
  kind: 'message',
  id: String(position),
  event,
  data: JSON.stringify({ streamId: `indexing-${jobId}`, position }),
});

/** A server whose notifications the test sends, and whose job is as the test says. */
const scriptedServer = () => {
  const state = { job: jobIn('RUNNING'), looks: [] as number[], connections: [] as (string | undefined)[] };
  let send: (item: StreamItem | 'cut') => void = () => {};
  const client: Pick<ApiClient, 'job' | 'events'> = {
    job: async (_id, after = 0) => {
      state.looks.push(after);
      return state.job;
    },
    events: async function* ({ lastEventId }, until) {
      state.connections.push(lastEventId);
      const waiting: (StreamItem | 'cut')[] = [];
      let wake = (): void => {};
      send = (item) => {
        waiting.push(item);
        wake();
      };
      until.addEventListener('abort', () => send('cut'), { once: true });
      yield { kind: 'seen', id: '10' };
      for (;;) {
        const item = waiting.shift();
        if (item === 'cut') throw new ConnectionLost('Cut.');
        if (item) yield item;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
  return { state, client, send: (item: StreamItem | 'cut') => send(item) };
};

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe('following an indexing job', () => {
  it('hears of each stage, and reads the job as fresh as its last event', async () => {
    const { state, client, send } = scriptedServer();
    const { signal } = new AbortController();
    const follower = await followJobs(client, signal);
    const stages: number[] = [];
    const done = follower.follow(jobId, 12, (stage) => stages.push(stage));
    await turn();
    send(heard('IndexingStarted', 13));
    send(heard('TextExtracted', 14));
    await turn();
    state.job = jobIn('COMPLETED');
    send(heard('IndexingCompleted', 20));
    expect(await done).toMatchObject({ state: 'COMPLETED' });
    expect(stages).toEqual([0, 1, 2, 6]);
    expect(state.looks).toEqual([12, 20]);
    follower.stop();
  });

  it('tells how far embedding is, which a look at the job shows after each part', async () => {
    const { state, client, send } = scriptedServer();
    const follower = await followJobs(client, new AbortController().signal);
    const stages: number[] = [];
    const done = follower.follow(jobId, 12, (stage) => stages.push(stage));
    await turn();
    send(heard('ChunksCreated', 16));
    await turn();
    for (const [position, processedChunks] of [
      [17, 256],
      [18, 512],
      [19, 1024],
    ] as const) {
      const stage = processedChunks === 1024 ? 'publish' : 'embed';
      state.job = { ...jobIn('RUNNING'), stage, totalChunks: 1024, processedChunks };
      send(heard('ChunksEmbedded', position));
      await turn();
    }
    state.job = jobIn('COMPLETED');
    send(heard('IndexingCompleted', 20));
    await done;
    expect(stages).toEqual([0, 4, 4.25, 4.5, 5, 6]);
    expect(state.looks).toEqual([12, 17, 18, 19, 20]);
    follower.stop();
  });

  it('does not miss an end that came before anybody waited for it', async () => {
    const { state, client, send } = scriptedServer();
    const follower = await followJobs(client, new AbortController().signal);
    state.job = jobIn('FAILED');
    send(heard('IndexingFailed', 15));
    await turn();
    expect(await follower.follow(jobId, 12, () => {})).toMatchObject({ state: 'FAILED' });
    expect(state.looks).toEqual([15]);
    follower.stop();
  });

  it('connects again after the last thing it heard', async () => {
    const { state, client, send } = scriptedServer();
    const follower = await followJobs(client, new AbortController().signal);
    const done = follower.follow(jobId, 12, () => {});
    await turn();
    send(heard('IndexingStarted', 13));
    await turn();
    send('cut');
    await expect.poll(() => state.connections).toEqual([undefined, '13']);
    state.job = jobIn('COMPLETED');
    send(heard('IndexingCompleted', 20));
    expect(await done).toMatchObject({ state: 'COMPLETED' });
    follower.stop();
  });

  it('ends when the person does not want to wait any more', async () => {
    const { client } = scriptedServer();
    const stop = new AbortController();
    const follower = await followJobs(client, stop.signal);
    const done = follower.follow(jobId, 12, () => {});
    stop.abort();
    await expect(done).rejects.toMatchObject({ exitCode: 130 });
    follower.stop();
  });
});
