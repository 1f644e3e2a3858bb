import { z } from 'zod';
import type { Caller } from '../../commands/runtime/caller.ts';
import { mayContainPhi } from '../../domain/indexing/may-contain-phi.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { listMarkedDocuments } from '../../projections/documents/list-marked-documents.ts';
import { documentsProjection } from '../../projections/documents/projection.ts';
import { getIndexingJob } from '../../projections/indexing-jobs/get-indexing-job.ts';
import type { IndexingJobDto } from '../../projections/indexing-jobs/indexing-job-dto.ts';
import { listIndexingJobs } from '../../projections/indexing-jobs/list-indexing-jobs.ts';
import { indexingJobsProjection } from '../../projections/indexing-jobs/projection.ts';
import { commandAliasRoute } from '../commands/command-routes.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import {
  indexingJobRepresentation,
  requestedJobState,
} from '../representations/indexing-job-representation.ts';
import { readFields } from '../request/query-fields.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { found } from './not-found.ts';
import { metadataOf, openReadModel } from './open-read-model.ts';
import { pageQuery } from './page-query.ts';
import { recordCatalogueRead } from './record-catalogue-read.ts';

/** A job contains the file name of its document. */
const recordJobsRead = async (
  jobs: readonly IndexingJobDto[],
  caller: Caller,
  services: HttpApiServices,
): Promise<void> => {
  const marked = await listMarkedDocuments(
    await services.readModels.open(documentsProjection.name),
    jobs.map(({ docKey }) => docKey),
  );
  const withPhi = jobs.filter((job) => mayContainPhi({ ...job, containsPhi: marked.has(job.docKey) }));
  await recordCatalogueRead('jobs', withPhi, caller, services);
};

const list = (services: HttpApiServices): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/kb/jobs',
    access: 'indexing:read',
    tag: 'Indexing',
    operationId: 'listIndexingJobs',
    summary: 'Indexing jobs, newest first.',
    ownership: 'none',
    discloses: ['CatalogueRead'],
    params: none,
    query: z.strictObject({ ...pageQuery, state: requestedJobState.optional() }),
    body: none,
    response: z.array(indexingJobRepresentation).readonly(),
    handle: async ({ query }, request) => {
      const view = await openReadModel(
        services.readModels,
        indexingJobsProjection.name,
        query.after,
        request,
      );
      const page = await listIndexingJobs(view, query);
      return answerData(page.items, {
        metadata: metadataOf(view, page.nextCursor),
        beforeDelivery: () => recordJobsRead(page.items, request.caller, services),
      });
    },
  });

const one = (services: HttpApiServices): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/admin/kb/jobs/:id',
    access: 'indexing:read',
    tag: 'Indexing',
    operationId: 'getIndexingJob',
    summary: 'One indexing job with its progress.',
    ownership: 'none',
    discloses: ['CatalogueRead'],
    params: z.strictObject({ id: uuidSchema }),
    query: z.strictObject(readFields),
    body: none,
    response: indexingJobRepresentation,
    entityTag: 'whole',
    handle: async ({ params, query }, request) => {
      const view = await openReadModel(
        services.readModels,
        indexingJobsProjection.name,
        query.after,
        request,
      );
      const job = found(await getIndexingJob(view, params.id), 'indexing job');
      return answerData(job, {
        metadata: metadataOf(view),
        // A job exists a moment before its own stream does.
        ...(job.revision < 0 ? {} : { revision: job.revision }),
        beforeDelivery: () => recordJobsRead([job], request.caller, services),
      });
    },
  });

/** Indexing jobs, and the aliases for retrying and cancelling one. */
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
