import { z } from 'zod';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { embeddingModelSchema } from '../../domain/operations/embedding-model-events.ts';

const reembeddingProgress = {
  done: z.int().meta({ description: 'Live documents that have vectors of the model.' }),
  total: z.int(),
  withheld: z.int().meta({ description: 'Live documents that must not be given to the model.' }),
};

/** How one projection or consumer keeps up with the log. */
export const projectionRepresentation = z
  .object({
    name: z.string(),
    kind: z.enum(['projection', 'consumer']),
    generation: z.int(),
    checkpoint: z.int(),
    head: z.int(),
    eventsBehind: z.int(),
    secondsBehind: z.number(),
    alive: z.boolean(),
    ownerSeconds: z
      .number()
      .optional()
      .meta({ description: 'For how long its owner, whichever process that is, has had the work.' }),
    state: z.enum(['running', 'waiting', 'blocked', 'failing', 'stopped']).meta({
      description:
        'As the process sees it that answers: "waiting" says that another one does the work, "blocked" that this version of the program cannot.',
    }),
    error: z.string().optional(),
    parked: z.int(),
    rebuild: z
      .object({
        generation: z.int(),
        position: z.int(),
        target: z.int(),
        progress: z.number().meta({
          description:
            'From 0 to 1; of embedding the documents while that goes on, and then of the building.',
        }),
        error: z.string().optional(),
        reembedding: z
          .object({ model: z.string(), ...reembeddingProgress })
          .optional()
          .meta({ description: 'Present while the embedding model is being changed.' }),
      })
      .optional(),
  })
  .meta({ id: 'Projection' });

/** Which embedding model serves, and how a change is getting on. */
export const embeddingRepresentation = z
  .object({
    inUse: embeddingModelSchema.nullable(),
    available: z.array(embeddingModelSchema).readonly(),
    change: z
      .object({
        model: embeddingModelSchema,
        previous: embeddingModelSchema,
        progress: z.object(reembeddingProgress),
      })
      .nullable(),
    former: embeddingModelSchema.nullable().meta({ description: 'What a revert changes back to.' }),
    failure: z.object({ model: z.string(), reason: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: 'Embedding' });

/** An event that a consumer gave up on. */
export const parkedEventRepresentation = z
  .object({
    consumer: z.string(),
    eventId: uuidSchema,
    eventType: z.string(),
    streamId: z.string(),
    position: z.int(),
    attempts: z.int(),
    reason: z.string(),
    message: z.string(),
    waitsBehind: uuidSchema.nullable().meta({
      description: 'The parked event that has to be replayed first; this one then follows by itself.',
    }),
    untold: z
      .string()
      .nullable()
      .meta({ description: 'Why whoever waits for the event could not be told that it was parked.' }),
    parkedAt: z.string(),
    replayRequestedAt: z.string().nullable(),
  })
  .meta({ id: 'ParkedEvent' });

const componentRepresentation = z.object({
  component: z.string(),
  healthy: z.boolean(),
  critical: z.boolean(),
  message: z.string().optional(),
});

/** Whether the system can serve. */
export const readinessRepresentation = z
  .object({ status: z.enum(['ready', 'degraded']), components: z.array(componentRepresentation).readonly() })
  .meta({ id: 'Readiness' });
