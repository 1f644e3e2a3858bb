import { setTimeout as delay } from 'node:timers/promises';
import type { EventNotification, IndexingJob } from '../../client/api.generated.ts';
import type { ApiClient } from '../../client/create-client.ts';
import { ApiFailure, isTransient } from '../api/api-failure.ts';
import { interrupted } from '../cli-error.ts';

/** Follows indexing jobs to their end. */
export type JobFollower = {
  /**
   * Resolves with the job once it has ended; `after` is the log position of the command that started it.
   * `onStage` receives the number of finished stages out of `STAGES`, in fractions while chunks are embedded.
   */
  readonly follow: (jobId: string, after: number, onStage: (done: number) => void) => Promise<IndexingJob>;
  readonly stop: () => void;
};

/** The stage of a job after each of its events; only the job itself has the progress of embedding. */
const stageAfter: Readonly<Record<string, number>> = {
  IndexingStarted: 1,
  TextExtracted: 2,
  TextCleaned: 3,
  ChunksCreated: 4,
  IndexingCompleted: 6,
  IndexingFailed: 6,
  IndexingSuperseded: 6,
};
/** The number of stages of a job. */
export const STAGES = 6;

/** The stages that are done before embedding. */
const BEFORE_EMBEDDING = 4;

/** The finished stages of a job that is embedding, by far the longest stage; 0 for other jobs. */
const embeddingDone = ({ stage, totalChunks, processedChunks }: IndexingJob): number => {
  if (stage === 'publish') return BEFORE_EMBEDDING + 1;
  return stage === 'embed' && totalChunks ? BEFORE_EMBEDDING + processedChunks / totalChunks : 0;
};

/** The interval for polling a job; notifications are only a hint. */
const LOOK_INTERVAL_MS = 5000;
const RECONNECT_MS = 1000;
const MAX_FAILED_LOOKS = 6;
/** The maximum number of jobs to remember, including those that no caller waits for yet. */
const MAX_REMEMBERED = 10_000;

const ended: readonly IndexingJob['state'][] = ['COMPLETED', 'FAILED', 'SUPERSEDED'];

type Progress = {
  stage: number;
  /** The position of the last event received. */
  position: number;
  /** The position of the last event after which the job should be read again. */
  due: number;
  onStage: ((done: number) => void) | undefined;
  /** Set while a caller waits for the end. */
  wake: (() => void) | undefined;
};

/**
 * Follows jobs over one stream of notifications, opened before the first job starts so that none is missed. Reconnects
 * and resumes after a failure. The state itself is always read from the API.
 */
export const followJobs = async (client: ApiClient, signal: AbortSignal): Promise<JobFollower> => {
  const stopping = new AbortController();
  const progress = new Map<string, Progress>();

  const progressOf = (streamId: string): Progress => {
    const known = progress.get(streamId);
    if (known) return known;
    const fresh: Progress = { stage: 0, position: 0, due: 0, onStage: undefined, wake: undefined };
    progress.set(streamId, fresh);
    if (progress.size > MAX_REMEMBERED) {
      const oldest = progress.entries().find(([, { onStage }]) => onStage === undefined);
      if (oldest) progress.delete(oldest[0]);
    }
    return fresh;
  };

  const hear = ({ type, streamId, position }: EventNotification): void => {
    const stage = stageAfter[type];
    const isEmbedding = type === 'ChunksEmbedded';
    if (stage === undefined && !isEmbedding) return;
    const entry = progressOf(streamId);
    entry.position = position;
    if (stage !== undefined) {
      entry.stage = stage;
      entry.onStage?.(stage);
    }
    if (stage === STAGES || isEmbedding) {
      entry.due = position;
      entry.wake?.();
    }
  };

  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const listen = async (): Promise<void> => {
    let lastEventId: string | undefined;
    while (!stopping.signal.aborted && !signal.aborted) {
      try {
        const call = { query: { categories: 'indexing' }, lastEventId, signal: stopping.signal };
        for await (const { id, event } of client.follow('/api/stream', { ...call, onDisconnected: open })) {
          open();
          lastEventId = id;
          if (event?.kind === '*') hear(event.data);
        }
      } catch (error) {
        // Without permission for the stream, polling has to suffice.
        if (error instanceof ApiFailure && !isTransient(error)) break;
      }
      open();
      await delay(RECONNECT_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
    open();
  };
  void listen();
  await opened;

  /** Resolves when the job has ended or embedded more chunks since `seen`, after the interval, or on abort. */
  const newsOf = (entry: Progress, seen: number): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted || entry.due > seen) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        entry.wake = undefined;
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, LOOK_INTERVAL_MS);
      entry.wake = done;
      signal.addEventListener('abort', done, { once: true });
    });

  const follow: JobFollower['follow'] = async (jobId, after, onStage) => {
    const streamId = `indexing-${jobId}`;
    const entry = progressOf(streamId);
    entry.onStage = onStage;
    onStage(entry.stage);
    try {
      for (let failedLooks = 0; ; ) {
        const seen = entry.position;
        try {
          const job = await client.get('/api/admin/kb/jobs/{id}', {
            path: { id: jobId },
            query: { after: Math.max(after, seen) },
          });
          if (ended.includes(job.state)) return job;
          const done = embeddingDone(job);
          if (done > entry.stage) {
            entry.stage = done;
            onStage(done);
          }
          failedLooks = 0;
        } catch (error) {
          failedLooks += 1;
          if (signal.aborted || !isTransient(error) || failedLooks >= MAX_FAILED_LOOKS) throw error;
        }
        await newsOf(entry, seen);
        if (signal.aborted) throw interrupted();
      }
    } finally {
      progress.delete(streamId);
    }
  };
  return { follow, stop: () => stopping.abort() };
};
