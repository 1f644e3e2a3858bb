import { z } from 'zod';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { getIndexingJob } from '../../projections/indexing-jobs/get-indexing-job.ts';
import { listIndexingJobs } from '../../projections/indexing-jobs/list-indexing-jobs.ts';
import { indexingJobsProjection } from '../../projections/indexing-jobs/projection.ts';
import { commandAliasRoute } from '../commands/command-routes.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { indexingJobRepresentation, jobStateSchema } from '../representations/indexing-job-representation.ts';
import { readFields } from '../request/query-fields.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { found } from './not-found.ts';
import { metadataOf, openReadModel } from './open-read-model.ts';
import { pageQuery } from './page-query.ts';

const list = ({ readModels }: HttpApiServices): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/kb/jobs',
    access: 'indexing:read',
    tag: 'Indexing',
    operationId: 'listIndexingJobs',
    summary: 'Indexing jobs, the newest first.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: z.strictObject({ ...pageQuery, state: jobStateSchema.optional() }),
    body: none,
    response: z.array(indexingJobRepresentation).readonly(),
    handle: async ({ query }, request) => {
      const view = await openReadModel(readModels, indexingJobsProjection.name, query.after, request);
      const page = await listIndexingJobs(view, query);
      return answerData(page.items, { metadata: metadataOf(view, page.nextCursor) });
    },
  });

const one = ({ readModels }: HttpApiServices): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/kb/jobs/:id',
    access: 'indexing:read',
    tag: 'Indexing',
    operationId: 'getIndexingJob',
    summary: 'One indexing job with its progress.',
    ownership: 'none',
    discloses: 'nothing',
    params: z.strictObject({ id: uuidSchema }),
    query: z.strictObject(readFields),
    body: none,
    response: indexingJobRepresentation,
    entityTag: 'whole',
    handle: async ({ params, query }, request) => {
      const view = await openReadModel(readModels, indexingJobsProjection.name, query.after, request);
      const job = found(await getIndexingJob(view, params.id), 'indexing job');
      return answerData(job, {
        metadata: metadataOf(view),
        // A job exists a moment before its own stream does.
        ...(job.revision < 0 ? {} : { revision: job.revision }),
      });
    },
  });

/** Indexing jobs, trying one again, and ending one. */
export const indexingJobRoutes = (services: HttpApiServices): readonly Route[] => [
  list(services),
  one(services),
  commandAliasRoute(
    {
      command: 'RetryIndexing',
      path: '/api/admin/kb/jobs/:id/retry',
      operationId: 'retryIndexingJob',
      tag: 'Indexing',
      params: z.strictObject({ id: uuidSchema }),
      inputOf: ({ id }) => ({ jobId: id }),
    },
    services,
  ),
  commandAliasRoute(
    {
      command: 'CancelIndexing',
      path: '/api/admin/kb/jobs/:id/cancel',
      operationId: 'cancelIndexingJob',
      tag: 'Indexing',
      params: z.strictObject({ id: uuidSchema }),
      inputOf: ({ id }) => ({ jobId: id }),
    },
    services,
  ),
];
