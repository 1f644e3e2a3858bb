import { z } from 'zod';
import { indexingStages } from '../../domain/indexing/indexing-events.ts';
import { indexingJobStatuses } from '../../domain/indexing/indexing-job-status.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';

export const jobStateSchema = z.enum(indexingJobStatuses);

/** An indexing job with its progress. */
export const indexingJobRepresentation = z
  .object({
    jobId: uuidSchema,
    docKey: z.string(),
    version: z.int(),
    fileName: z.string(),
    state: jobStateSchema,
    stage: z.enum(indexingStages).nullable(),
    createdAt: z.string(),
    startedAt: z.string().nullable(),
    completedAt: z.string().nullable(),
    failedAt: z.string().nullable(),
    errorMessage: z.string().nullable(),
    errorReason: z.string().nullable(),
    retryCount: z.int(),
    maxRetries: z.int(),
    canRetry: z.boolean(),
    pages: z.int().nullable(),
    totalChunks: z.int().nullable(),
    processedChunks: z.int(),
    supersededBy: z.string().nullable(),
    updatedAt: z.string(),
    revision: z.int(),
  })
  .meta({ id: 'IndexingJob' });
