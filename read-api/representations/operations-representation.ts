import { z } from 'zod';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { embeddingModelSchema } from '../../domain/operations/embedding-model-events.ts';
import { precisionReasons } from '../../domain/retrieval/dense/search-quality.ts';
import { nodeDuties } from '../../ports/nodes.ts';
import { examinationRepresentation, indexHealthRepresentation } from './index-health-representation.ts';

const reembeddingProgress = {
  done: z.int().meta({ description: 'Live documents that have vectors of the model.' }),
  total: z.int(),
  withheld: z.int().meta({ description: 'Live documents that must not be sent to the model.' }),
};
/** The progress of one projection or consumer. */
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
      .meta({ description: 'How long the current owner, in whichever process, has held the work.' }),
    shares: z.int().meta({ description: 'The number of partitions of the work: 1 for a projection.' }),
    owners: z
      .array(z.object({ node: z.string(), shares: z.int() }))
      .readonly()
      .meta({ description: 'The ids of the nodes that do the work, largest share first.' }),
    state: z.enum(['running', 'waiting', 'blocked', 'failing', 'stopped']).meta({
      description:
        'The state as seen by the responding process: "waiting" means that another process does the work, "blocked" that this version of the program cannot.',
    }),
    error: z.string().optional(),
    parked: z.int(),
    vectors: z
      .object({
        backend: z.enum(['bytes', 'pgvector', 'qdrant']),
        search: z.enum(['exact', 'approximate']).meta({
          description: 'Whether every vector is compared, or only those found through a graph.',
        }),
        reason: z.enum(precisionReasons).optional().meta({
          description:
            'The reason: few vectors, a graph with sufficient measured recall, a graph with too little, or none yet.',
        }),
        vectors: z.int().optional(),
        recall: z.number().optional().meta({ description: 'Measured recall of the graph, from 0 to 1.' }),
        probes: z.int().optional().meta({ description: 'Number of queries in the measurement.' }),
        ef: z.int().optional().meta({ description: 'Candidates considered in a graph search.' }),
        measuredAt: z.string().optional(),
      })
      .optional()
      .meta({ description: 'For the search index: how its vectors are searched.' }),
    rebuild: z
      .object({
        generation: z.int(),
        position: z.int(),
        target: z.int(),
        progress: z.number().meta({
          description: 'From 0 to 1: first the progress of embedding the documents, then of the build.',
        }),
        error: z.string().optional(),
        reembedding: z
          .object({ model: z.string(), ...reembeddingProgress })
          .optional()
          .meta({ description: 'Present while the embedding model is being changed.' }),
        waits: z.literal(true).optional().meta({
          description:
            'True if the rebuild misses documents that the live index finds, and waits for AcceptRebuild or DiscardRebuild.',
        }),
      })
      .optional(),
    examination: examinationRepresentation
      .optional()
      .meta({ description: 'The outcome of comparing the last rebuilt generation with the live one.' }),
    index: z
      .array(indexHealthRepresentation)
      .readonly()
      .optional()
      .meta({ description: 'For the search index: the contents of each stored generation.' }),
  })
  .meta({ id: 'Projection' });

/** The embedding model in use, and the progress of a change. */
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
    former: embeddingModelSchema.nullable().meta({ description: 'The model that a revert restores.' }),
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
      description: 'The parked event that must be replayed first; this one follows automatically.',
    }),
    untold: z
      .string()
      .nullable()
      .meta({ description: 'Why the waiting caller could not be notified that the event was parked.' }),
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

/** The readiness of the system. */
export const readinessRepresentation = z
  .object({ status: z.enum(['ready', 'degraded']), components: z.array(componentRepresentation).readonly() })
  .meta({ id: 'Readiness' });

/** The processes that share the database. */
export const nodesRepresentation = z
  .object({
    nodes: z
      .array(
        z.object({
          id: z.string().describe('Changes with each start.'),
          host: z.string().describe('Machine and process.'),
          role: z.string().describe('`all`, `api`, `worker` or `projector`.'),
          version: z.string(),
          since: z.iso.datetime({ precision: 3 }),
          lastSeen: z
            .number()
            .min(0)
            .describe('Seconds since it announced itself, by the clock of the database.'),
          alive: z
            .boolean()
            .describe('True if other nodes consider it live; a lost node is listed for an hour.'),
          self: z.boolean().describe('True for the responding node.'),
          shares: z
            .int()
            .min(0)
            .describe('The number of consumer partitions and projections that it works on.'),
          work: z
            .array(z.object({ name: z.string(), shares: z.int().min(1) }))
            .readonly()
            .describe('The same by consumer and projection.'),
        }),
      )
      .readonly(),
    missing: z.array(z.enum(nodeDuties)).readonly().describe('Duties that no live node performs.'),
  })
  .meta({ id: 'Nodes' });
