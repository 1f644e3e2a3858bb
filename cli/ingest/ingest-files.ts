import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import pLimit from 'p-limit';
import type { IndexingJob, IngestDocumentAnswer, IngestDocumentOutcome } from '../../client/api.generated.ts';
import type { ApiClient } from '../../client/create-client.ts';
import { RESTART_PAUSES } from '../../client/repeat-policies.ts';
import { PREEMPTED } from '../../domain/indexing/indexing-job-status.ts';
import { withRetries } from '../../ports/retry.ts';
import { isDiskFull, isTransient, retryAfterMs } from '../api/api-failure.ts';
import { CliError } from '../cli-error.ts';
import { describeReading } from '../output/describe-reading.ts';
import { findDuplicates } from './find-duplicates.ts';
import { followJobs, type JobFollower } from './follow-jobs.ts';
import type { PlannedFile } from './planned-file.ts';

/** The outcome of a file. `state` is that of its job, or the reason why there is none. */
export type IngestOutcome = {
  readonly file: PlannedFile;
  readonly state: IndexingJob['state'] | 'refused' | 'interrupted';
  /** Whether the server already had this file with this metadata. */
  readonly unchanged: boolean;
  readonly docKey: string | undefined;
  readonly version: number | undefined;
  readonly jobId: string | undefined;
  readonly pages: number | undefined;
  readonly chunks: number | undefined;
  /** The embedding cost in US dollars; null when the price is not known. */
  readonly costUsd: number | null | undefined;
  /** The pages that could not be read or needed OCR; undefined if there are none. */
  readonly reading: string | undefined;
  /** Warnings for a person although nothing failed. */
  readonly warnings: readonly string[];
  /** The key of an older document in use that is the same file. */
  readonly duplicateOf?: string;
  /** The time from the start of the upload to the end of the job. */
  readonly seconds: number;
  /** The reason of a failure, for a person. */
  readonly reason: string | undefined;
};

/** Whether ingestion was interrupted before the server confirmed the file, which may still have arrived. */
export const isUnconfirmed = ({ state, jobId }: IngestOutcome): boolean =>
  state === 'interrupted' && jobId === undefined;

/** Receives the progress of an ingestion. */
export type IngestListener = {
  readonly onUploaded: (file: PlannedFile, bytes: number) => void;
  readonly onStage: (file: PlannedFile, stagesDone: number) => void;
  readonly onEnded: (outcome: IngestOutcome) => void;
};

type Accepted = IngestDocumentAnswer | IngestDocumentOutcome;

type IngestOptions = {
  readonly client: ApiClient;
  readonly files: readonly PlannedFile[];
  /** The number of files to send and index in parallel. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly listener: IngestListener;
};

/**
 * Opens a file that is read while it is sent, when changes of its size or time are noticed. Refuses a file that was
 * replaced before: a link in its place could expose files that its creator may not read.
 */
const openFound = async ({ path, found }: PlannedFile): Promise<Blob> => {
  const blob = await openAsBlob(path);
  if (found === undefined) return blob;
  const { dev, ino } = await stat(path);
  if (dev !== found.dev || ino !== found.ino) throw new CliError('The file was replaced after it was found.');
  return blob;
};

const upload = (file: PlannedFile, { client, signal, listener }: IngestOptions): Promise<Accepted> => {
  const idempotencyKey = randomUUID();
  return withRetries(
    async () =>
      client.upload({
        file: await openFound(file),
        fileName: file.fileName,
        input: file.input,
        idempotencyKey,
        onBytes: (sent) => listener.onUploaded(file, Math.min(sent, file.size)),
      }),
    {
      // A rate limit tells the client how long to wait, which is longer than these pauses.
      ...RESTART_PAUSES,
      // A full disk is reported immediately: a person has to free space, which takes too long to wait for silently.
      mayPass: (error) => isTransient(error) && !isDiskFull(error),
      retryAfterMs,
      signal,
    },
  );
};

/** The reason of a failure that concerns one file; rethrows any other error, which ends the whole ingestion. */
const reasonOf = (error: unknown): string => {
  if (error instanceof CliError)
    return error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EACCES'))
    return 'The file cannot be read.';
  if (error instanceof DOMException && error.name === 'NotReadableError')
    return 'The file was changed while it was read.';
  throw error;
};

/** The reason of a failed job. If the upload changed nothing, the job had failed before and needs a retry. */
const reasonOfJob = ({ errorMessage, canRetry, jobId }: IndexingJob, unchanged: boolean): string => {
  const reason = errorMessage ?? 'It failed, but no reason was recorded.';
  return unchanged && canRetry
    ? `${reason} The file is unchanged and its indexing had failed before: retry it with "npx anamnesis retry ${jobId}".`
    : reason;
};

const ingestOne = async (
  file: PlannedFile,
  follower: JobFollower,
  options: IngestOptions,
): Promise<IngestOutcome> => {
  const { signal, listener } = options;
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  let accepted: Accepted | undefined;
  try {
    signal.throwIfAborted();
    accepted = await upload(file, options);
    listener.onUploaded(file, file.size);
    const { docKey, version, unchanged, jobId, position } = accepted;
    const job = await follower.follow(jobId, position, (done) => listener.onStage(file, done));
    return {
      file,
      // Somebody sent a newer version in the meantime; that is not a failure of this one.
      state: job.errorReason === PREEMPTED ? 'SUPERSEDED' : job.state,
      unchanged,
      docKey,
      version,
      jobId,
      pages: job.pages ?? undefined,
      chunks: job.totalChunks ?? undefined,
      costUsd: job.costUsd,
      reading: describeReading(job),
      warnings: job.warnings,
      seconds: seconds(),
      reason: job.state === 'FAILED' ? reasonOfJob(job, unchanged) : undefined,
    };
  } catch (error) {
    return {
      file,
      state: signal.aborted ? 'interrupted' : 'refused',
      unchanged: false,
      docKey: accepted?.docKey,
      version: accepted?.version,
      jobId: accepted?.jobId,
      pages: undefined,
      chunks: undefined,
      costUsd: undefined,
      reading: undefined,
      warnings: [],
      seconds: seconds(),
      reason: signal.aborted
        ? accepted
          ? 'Accepted; the server continues to index it.'
          : 'Not confirmed by the server.'
        : reasonOf(error),
    };
  }
};

/** Adds to new documents the older document, if any, that is the same file. */
const withDuplicates = async (
  outcomes: readonly IngestOutcome[],
  client: ApiClient,
): Promise<readonly IngestOutcome[]> => {
  const fresh = outcomes.flatMap(({ state, unchanged, docKey }) =>
    state === 'COMPLETED' && !unchanged && docKey !== undefined ? [docKey] : [],
  );
  const duplicates = await findDuplicates(client, fresh);
  return outcomes.map((outcome) => {
    const duplicateOf = outcome.docKey === undefined ? undefined : duplicates.get(outcome.docKey);
    return duplicateOf === undefined ? outcome : { ...outcome, duplicateOf };
  });
};

/**
 * Sends files and follows their indexing to the end, several at a time. A file that fails does not stop the others; when
 * the signal aborts, no further files are started.
 *
 * @throws any error that does not concern a single file
 */
export const ingestFiles = async (options: IngestOptions): Promise<readonly IngestOutcome[]> => {
  const { client, files, concurrency, signal, listener } = options;
  const follower = await followJobs(client, signal);
  try {
    const limit = pLimit(concurrency);
    const outcomes = await limit.map(files, async (file) => {
      const outcome = await ingestOne(file, follower, options);
      listener.onEnded(outcome);
      return outcome;
    });
    return await withDuplicates(outcomes, client);
  } finally {
    follower.stop();
  }
};
