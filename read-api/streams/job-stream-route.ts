import { z } from 'zod';
import { type IndexingEvent, indexingEvents } from '../../domain/indexing/indexing-events.ts';
import { nextStage } from '../../domain/indexing/indexing-job-decider.ts';
import { type IndexingProgress, indexingProgress } from '../../domain/indexing/indexing-progress.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { streamIdOf, uuidSchema } from '../../domain/kernel/identifiers.ts';
import { getIndexingJob } from '../../projections/indexing-jobs/get-indexing-job.ts';
import { indexingJobsProjection } from '../../projections/indexing-jobs/projection.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { readFields } from '../request/query-fields.ts';
import { ticketField } from '../request/ticket-field.ts';
import { found } from '../routes/not-found.ts';
import { openReadModel } from '../routes/open-read-model.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { followStream, type Step } from './follow-stream.ts';
import { indexingProgressFrame } from './frames.ts';
import { lastEventId, resumeFields, resumePosition, resumeWithin } from './resume-position.ts';
import { sseResponse } from './sse-response.ts';
import type { StreamSlots } from './stream-slots.ts';

const jobEventTypes = indexingEvents.map(({ type }) => type);

/** The names of a job's final states. */
const endings = { COMPLETED: 'completed', FAILED: 'failed', SUPERSEDED: 'superseded' } as const;

/** Creates the steps of one job: its state after each event. */
const jobSteps = () => {
  let progress: IndexingProgress = indexingProgress.initialState;
  return (recorded: RecordedEvent): Step | undefined => {
    // The log validates each event against the schema of its type.
    const event = recorded as RecordedEvent<IndexingEvent>;
    progress = indexingProgress.evolve(progress, event);
    const { job, reading, costUsd } = progress;
    if (job.status === 'NONE') return undefined;
    const { status, stages, retryCount, failure } = job;
    const ending = status === 'PENDING' || status === 'RUNNING' ? undefined : endings[status];
    const data: z.input<typeof indexingProgressFrame> = {
      state: status,
      stage: ending === undefined ? nextStage(stages) : (failure?.stage ?? null),
      at: event.recordedAt,
      retryCount,
      pages: stages.extract?.pages ?? null,
      ...reading,
      totalChunks: stages.chunk?.chunkCount ?? null,
      processedChunks: stages.embed?.chunkCount ?? 0,
      costUsd,
      ...(failure === undefined ? {} : { reason: failure.reason, message: failure.message }),
    };
    return { id: event.position, event: ending ?? 'progress', data, last: ending !== undefined };
  };
};

/** Follows one indexing job from its request to its end. */
export const jobStreamRoute = (services: HttpApiServices, slots: StreamSlots): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/kb/jobs/:id/stream',
    access: 'indexing:read',
    tag: 'Streams',
    operationId: 'streamIndexingJob',
    summary:
      'Server-Sent Events: the progress of one indexing job until it ends, as chunks done of all chunks.',
    ownership: 'none',
    discloses: 'nothing',
    params: z.strictObject({ id: uuidSchema }),
    query: z.strictObject({ ...resumeFields, ...readFields, ...ticketField }),
    headers: [lastEventId],
    body: none,
    responses: [
      {
        status: 200,
        description: 'The state of the job at each change; ends with its outcome.',
        contentType: 'text/event-stream',
        frames: {
          progress: indexingProgressFrame,
          completed: indexingProgressFrame,
          failed: indexingProgressFrame,
          superseded: indexingProgressFrame,
        },
      },
    ],
    handle: async ({ params, query }, request) => {
      const streamId = streamIdOf('indexing', params.id);
      const history = await Array.fromAsync(services.eventStore.readStream(streamId));
      if (history.length === 0) {
        // A job exists a moment before its own stream does.
        const view = await openReadModel(
          services.readModels,
          indexingJobsProjection.name,
          query.after,
          request,
        );
        found(await getIndexingJob(view, params.id), 'indexing job');
      }
      const { after } = resumeWithin(
        resumePosition(request.header('Last-Event-ID'), query.lastEventId) ?? 0,
        await services.eventStore.head(),
      );
      return sseResponse(request, slots, services, (signal) =>
        followStream(
          { streamId, after, history, types: jobEventTypes, stepOf: jobSteps() },
          signal,
          services,
        ),
      );
    },
  });
