import { z } from 'zod';
import { citationSchema } from '../../domain/consultation/citation.ts';
import { indexingStages } from '../../domain/indexing/indexing-events.ts';
import { indexingJobStatuses } from '../../domain/indexing/indexing-job-status.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { readingShape } from '../representations/indexing-job-representation.ts';

/** What everybody with the permission may know of an event: that it happened, not what it says. */
export const eventNotification = z
  .object({
    streamId: z.string(),
    revision: z.int(),
    position: z.int(),
    type: z.string(),
    recordedAt: z.string(),
  })
  .meta({
    id: 'EventNotification',
    description: 'Something happened; what it was is read where it belongs.',
  });

/** The log is shorter than what a reader has seen: it was restored from a backup. */
export const streamReset = z
  .object({ position: z.int().meta({ description: 'The end of the log, from which the stream goes on.' }) })
  .meta({
    id: 'StreamReset',
    description: 'What was seen before may not have happened any more: read again what is shown.',
  });

const at = z.string().meta({ description: 'ISO 8601 UTC.' });

/** How far a question has come. */
export const queryProgress = z
  .discriminatedUnion('stage', [
    z.object({ stage: z.literal('asked'), at }),
    z.object({ stage: z.literal('screened'), at, phiDetected: z.boolean() }),
    z.object({
      stage: z.literal('searched'),
      at,
      found: z.int(),
      sources: z.array(
        z.object({
          source: z.string(),
          outcome: z.enum(['ok', 'failed', 'timeout']),
          found: z.int(),
          milliseconds: z.number(),
          reason: z.string().optional(),
        }),
      ),
    }),
  ])
  .meta({ id: 'QueryProgress' });

/** The answer, whole and with its citations. */
export const queryAnswer = z
  .object({
    queryId: uuidSchema,
    answer: z.string(),
    citations: z.array(citationSchema),
    warnings: z.array(z.string()),
    model: z.string(),
    degraded: z.boolean(),
  })
  .meta({ id: 'QueryAnswer' });

/** Why there is no answer. */
export const queryFailure = z
  .object({ queryId: uuidSchema, component: z.string(), reason: z.string(), message: z.string() })
  .meta({ id: 'QueryFailure' });

/** Where an indexing job stands: the data of all its events. */
export const indexingProgressFrame = z
  .object({
    state: z.enum(indexingJobStatuses),
    stage: z
      .enum(indexingStages)
      .nullable()
      .meta({ description: 'The one in work, or the one that failed.' }),
    at,
    retryCount: z.int(),
    pages: z.int().nullable(),
    ...readingShape,
    totalChunks: z.int().nullable(),
    processedChunks: z.int(),
    costUsd: z.number().nullable(),
    reason: z.string().optional().meta({ description: 'Why the job failed.' }),
    message: z.string().optional().meta({ description: 'The same for a person.' }),
  })
  .meta({ id: 'IndexingProgress' });
