import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import pLimit from 'p-limit';
import type { IndexingJob, IngestDocumentAnswer, IngestDocumentOutcome } from '../../client/api.generated.ts';
import type { ApiClient } from '../../client/create-client.ts';
import { RESTART_PAUSES } from '../../client/repeat-policies.ts';
import { PREEMPTED } from '../../domain/indexing/indexing-job-status.ts';
import { doWithRetries } from '../../ports/retry.ts';
import { askedPause, isDiskFull, isTransient } from '../api/api-failure.ts';
import { CliError } from '../cli-error.ts';
import { describeReading } from '../output/describe-reading.ts';
import { findDuplicates } from './find-duplicates.ts';
import { followJobs, type JobFollower } from './follow-jobs.ts';
import type { PlannedFile } from './planned-file.ts';

/** What became of a file. `state` is the job's, or says why there is none. */
export type IngestOutcome = {
  readonly file: PlannedFile;
  readonly state: IndexingJob['state'] | 'refused' | 'interrupted';
  /** Whether the server had this very file with this metadata already. */
  readonly unchanged: boolean;
  readonly docKey: string | undefined;
  readonly version: number | undefined;
  readonly jobId: string | undefined;
  readonly pages: number | undefined;
  readonly chunks: number | undefined;
  /** US dollars for embedding; null where the price is not known. */
  readonly costUsd: number | null | undefined;
  /** Which pages could not be read, or only by OCR; undefined where there are none. */
  readonly reading: string | undefined;
  /** What a person should know although nothing failed. */
  readonly warnings: readonly string[];
  /** The older document in use that is the same file. */
  readonly duplicateOf?: string;
  /** From the beginning of the upload to the end of the job. */
  readonly seconds: number;
  /** Why it failed, for a person. */
  readonly reason: string | undefined;
};

/** Whether the work was interrupted before the server confirmed the file; it may have arrived. */
export const wasNotConfirmed = ({ state, jobId }: IngestOutcome): boolean =>
  state === 'interrupted' && jobId === undefined;

/** Hears how far the work is. */
export type IngestListener = {
  readonly onUploaded: (file: PlannedFile, bytes: number) => void;
  readonly onStage: (file: PlannedFile, stagesDone: number) => void;
  readonly onEnded: (outcome: IngestOutcome) => void;
};

type Accepted = IngestDocumentAnswer | IngestDocumentOutcome;

type IngestOptions = {
  readonly client: ApiClient;
  readonly files: readonly PlannedFile[];
  /** Files that are sent or indexed at the same time. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly listener: IngestListener;
};

/**
 * The file, which is read while it is sent: a change of its size or time is noticed then. A link put in its place before
 * would lead to what its maker may not read.
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
  return doWithRetries(
    async () =>
      client.upload({
        file: await openFound(file),
        fileName: file.fileName,
        input: file.input,
        idempotencyKey,
        onBytes: (sent) => listener.onUploaded(file, Math.min(sent, file.size)),
      }),
    {
      // A limit of the server says itself how long to wait, which is longer than these pauses.
      ...RESTART_PAUSES,
      // A full disk is reported at once: a person has to make room, which takes longer than anyone waits in silence.
      mayPass: (error) => isTransient(error) && !isDiskFull(error),
      askedPause,
      signal,
    },
  );
};

/** Failures of one file's own; anything else ends the whole work. */
const reasonOf = (error: unknown): string => {
  if (error instanceof CliError)
    return error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EACCES'))
    return 'The file cannot be read.';
  if (error instanceof DOMException && error.name === 'NotReadableError')
    return 'The file was changed while it was read.';
  throw error;
};

/** Why a job failed; where the upload changed nothing, it did so before, and only a retry brings it further. */
const reasonOfJob = ({ errorMessage, canRetry, jobId }: IndexingJob, unchanged: boolean): string => {
  const reason = errorMessage ?? 'It failed for a reason that was not kept.';
  return unchanged && canRetry
    ? `${reason} It is the same file as before, whose indexing had failed: try that again with "npx anamnesis retry ${jobId}".`
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
      // Somebody sent a newer version in the meantime: nothing is wrong with this one.
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

/** Says of what is new whether an older document is the same file. */
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
 * Sends files and follows their indexing to the end, some at a time. One that fails does not stop the others; when
 * the signal aborts, no further ones are begun.
 *
 * @throws what is no failure of a single file
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
