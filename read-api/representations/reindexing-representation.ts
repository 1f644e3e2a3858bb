import { z } from 'zod';
import { docKeySchema, uuidSchema } from '../../domain/kernel/identifiers.ts';
import { keptReadings, reindexingProgressSchema } from '../../domain/operations/reindexing-events.ts';

/** The documents that a run would re-read. */
export const reindexingPlanRepresentation = z
  .object({
    reader: z.int().meta({ description: 'The reader of this version.' }),
    documents: z.int().meta({ description: 'Documents read by an older reader.' }),
    passages: z.int(),
    readBy: z
      .array(z.object({ reader: z.int(), documents: z.int(), passages: z.int() }))
      .readonly()
      .meta({
        description: 'All searchable documents, by the version of their reader; 0 if it was not recorded.',
      }),
  })
  .meta({ id: 'ReindexingPlan' });

/** The last run, which may be in progress. */
export const reindexingRepresentation = z
  .object({
    run: z
      .object({
        runId: uuidSchema,
        status: z.enum(['running', 'completed', 'stopped']),
        reader: z.int(),
        all: z.boolean(),
        progress: reindexingProgressSchema,
        kept: z
          .array(
            z.object({
              docKey: docKeySchema,
              version: z.int(),
              kept: z.enum(keptReadings),
              jobId: uuidSchema.optional(),
              reason: z.string(),
              message: z.string(),
            }),
          )
          .readonly()
          .meta({ description: 'Documents that keep their former reading; at most 1,000 are listed.' }),
        stopped: z.object({ reason: z.string(), message: z.string() }).nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'Reindexing' });
