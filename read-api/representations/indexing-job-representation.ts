import { z } from 'zod';
import { indexingStages } from '../../domain/indexing/indexing-events.ts';
import { indexingJobStatuses } from '../../domain/indexing/indexing-job-status.ts';
import { MAX_LISTED_PAGES } from '../../domain/indexing/reading-quality.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { withheldSchema } from './withheld-schema.ts';

export const jobStateSchema = z.enum(indexingJobStatuses);

const lowerCased = indexingJobStatuses.map((state) => state.toLowerCase());

/** A state in a request: in capitals as in responses, or in lower case as in the requirements. */
export const requestedJobState = z
  .enum([...indexingJobStatuses, ...lowerCased])
  .transform((state) => state.toUpperCase())
  .pipe(jobStateSchema);

const pageNumbers = z.array(z.int()).readonly();

/** How the pages without plain text were read. */
export const readingShape = {
  ocrPages: pageNumbers.meta({
    description: `Pages read by OCR, whose text may be wrong: at most the first ${MAX_LISTED_PAGES}.`,
  }),
  ocrPageCount: z.int(),
  failedPages: pageNumbers.meta({
    description: `Pages that could not be read and are not searchable: at most the first ${MAX_LISTED_PAGES}.`,
  }),
  failedPageCount: z.int(),
  lowestOcrConfidence: z
    .number()
    .nullable()
    .meta({ description: 'Lowest confidence of a page read by OCR, from 0 to 1.' }),
};

/** What was left out of a text, what could not be read, and from which models it was withheld. */
export const warningsSchema = z
  .array(z.string())
  .readonly()
  .meta({ description: 'Notes for people although nothing failed.' });

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
      description:
        'Cost of embedding so far in US dollars, 0 for local models; null if the price is unknown.',
    }),
    withheld: withheldSchema,
    warnings: warningsSchema,
    supersededBy: z.string().nullable(),
    updatedAt: z.string(),
    revision: z.int(),
  })
  .meta({ id: 'IndexingJob' });
