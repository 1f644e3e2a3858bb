import { z } from 'zod';
import { indexingStages } from '../../domain/indexing/indexing-events.ts';
import { indexingJobStatuses } from '../../domain/indexing/indexing-job-status.ts';
import { MAX_LISTED_PAGES } from '../../domain/indexing/reading-quality.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { withheldSchema } from './withheld-schema.ts';

export const jobStateSchema = z.enum(indexingJobStatuses);

const lowerCased = indexingJobStatuses.map((state) => state.toLowerCase());

/** A state as it may be asked for: in capitals as it is shown, or in lower case as in the requirements. */
export const askedJobState = z
  .enum([...indexingJobStatuses, ...lowerCased])
  .transform((state) => state.toUpperCase())
  .pipe(jobStateSchema);

const pageNumbers = z.array(z.int()).readonly();

/** How the pages were read that are not plain text. */
export const readingShape = {
  ocrPages: pageNumbers.meta({
    description: `Pages read by OCR, which may be wrong: the first ${MAX_LISTED_PAGES} of them.`,
  }),
  ocrPageCount: z.int(),
  failedPages: pageNumbers.meta({
    description: `Pages that could not be read; nothing on them is found. The first ${MAX_LISTED_PAGES} of them.`,
  }),
  failedPageCount: z.int(),
  lowestOcrConfidence: z
    .number()
    .nullable()
    .meta({ description: 'Of the least sure page read by OCR, 0 to 1.' }),
};

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
    ...readingShape,
    totalChunks: z.int().nullable(),
    processedChunks: z.int(),
    costUsd: z.number().nullable().meta({
      description: 'US dollars for embedding so far, 0 for local models; null where the price is not known.',
    }),
    withheld: withheldSchema,
    warnings: z
      .array(z.string())
      .readonly()
      .meta({ description: 'What a person should know although nothing failed.' }),
    supersededBy: z.string().nullable(),
    updatedAt: z.string(),
    revision: z.int(),
  })
  .meta({ id: 'IndexingJob' });
