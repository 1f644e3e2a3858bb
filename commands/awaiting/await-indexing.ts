import { z } from 'zod';
import { type IndexingEvent, indexingEvents, indexingStages } from '../../domain/indexing/indexing-events.ts';
import { hasRetriesLeft, PREEMPTED } from '../../domain/indexing/indexing-job-status.ts';
import { type IndexingProgress, indexingProgress } from '../../domain/indexing/indexing-progress.ts';
import type { Position, RecordedEvent, Revision } from '../../domain/kernel/event.ts';
import { streamIdOf, uuidSchema } from '../../domain/kernel/identifiers.ts';
import { awaitInStream } from '../runtime/await-in-stream.ts';
import type { CommandServices, Ended } from '../runtime/command-definition.ts';
import { loadState } from '../runtime/execute-decider.ts';

/** A finished indexing job, as reading the job shows it. */
export const indexingEndSchema = z.object({
  state: z.enum(['COMPLETED', 'FAILED', 'SUPERSEDED']),
  stage: z.enum(indexingStages).nullable().meta({ description: 'The one that failed.' }),
  errorReason: z.string().nullable(),
  errorMessage: z.string().nullable(),
  retryCount: z.int(),
  canRetry: z.boolean(),
  pages: z.int().nullable(),
  ocrPages: z.array(z.int()).readonly(),
  ocrPageCount: z.int(),
  failedPages: z.array(z.int()).readonly(),
  failedPageCount: z.int(),
  lowestOcrConfidence: z.number().nullable(),
  totalChunks: z.int().nullable(),
  processedChunks: z.int(),
  costUsd: z.number().nullable(),
  supersededBy: uuidSchema.nullable(),
});
type IndexingEnd = z.output<typeof indexingEndSchema>;

/**
 * How the job ended; `undefined` while it has not. A job stopped for a newer version has not ended: it is superseded
 * once that version is complete, or resumed automatically if that version fails.
 */
const endOf = ({ job, reading, costUsd }: IndexingProgress): IndexingEnd | undefined => {
  if (job.status === 'NONE' || job.status === 'PENDING' || job.status === 'RUNNING') return undefined;
  const { status, stages, retryCount, failure, supersededBy } = job;
  if (status === 'FAILED' && failure?.reason === PREEMPTED) return undefined;
  return {
    state: status,
    stage: failure?.stage ?? null,
    errorReason: failure?.reason ?? null,
    errorMessage: failure?.message ?? null,
    retryCount,
    canRetry: status === 'FAILED' && hasRetriesLeft(retryCount, failure?.reason),
    pages: stages.extract?.pages ?? null,
    ...reading,
    totalChunks: stages.chunk?.chunkCount ?? null,
    processedChunks: stages.embed?.chunkCount ?? 0,
    costUsd,
    supersededBy: supersededBy?.jobId ?? null,
  };
};

const types = indexingEvents.map(({ type }) => type);

/**
 * Waits until a job has ended and returns how, even if that was long ago. Its stream need not exist yet. `undefined`
 * when the signal aborted first.
 */
export const awaitIndexing = async (
  jobId: string,
  services: CommandServices,
  signal: AbortSignal,
): Promise<Ended<IndexingEnd> | undefined> => {
  const streamId = streamIdOf('indexing', jobId);
  const seen = await loadState(services, indexingProgress, streamId);
  const ended = ({ revision, position }: Place, progress: IndexingProgress) => {
    const end = endOf(progress);
    return end && { ...end, revision, position };
  };
  const known = ended(seen, seen.state);
  if (known) return known;
  let progress = seen.state;
  const endingOf = (event: RecordedEvent): Ended<IndexingEnd> | undefined => {
    // The log validates each event against the schema of its type, and a job's stream holds only job events.
    progress = indexingProgress.evolve(progress, event as RecordedEvent<IndexingEvent>);
    return ended(event, progress);
  };
  return awaitInStream({ streamId, after: seen.revision, types, endingOf }, services, signal);
};

type Place = { readonly revision: Revision; readonly position: Position };
