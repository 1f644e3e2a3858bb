import { z } from 'zod';
import { roles } from '../../domain/kernel/actor.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { queryLogKinds, queryLogStatuses } from '../../projections/query-log/entity.ts';

const stage = z.object({
  source: z.string(),
  outcome: z.enum(['ok', 'failed', 'timeout']),
  found: z.int(),
  milliseconds: z.number(),
});

/** How one question or search was served, without its text. */
export const queryLogRepresentation = z
  .object({
    entryId: uuidSchema,
    kind: z.enum(queryLogKinds),
    queryId: uuidSchema.nullable().meta({ description: 'For GET /api/queries/:id; null for a search.' }),
    streamId: z.string().meta({ description: 'For GET /api/audit/streams/:streamId.' }),
    actorId: z.string(),
    actorRole: z.enum(roles),
    askedAt: z.string(),
    status: z.enum(queryLogStatuses),
    milliseconds: z
      .int()
      .nullable()
      .meta({ description: 'Time from question to answer; for a search, its duration.' }),
    searchMilliseconds: z
      .int()
      .nullable()
      .meta({ description: 'Total time of searching, for a question too.' }),
    stages: z.array(stage).readonly(),
    found: z.int().nullable(),
    zeroResult: z.boolean(),
    cached: z.boolean().nullable(),
    degraded: z.boolean(),
    intent: z.string().nullable(),
    fingerprint: z
      .string()
      .nullable()
      .meta({ description: 'A keyed hash, equal for equal questions, which reveals nothing of the words.' }),
    concepts: z.array(z.string()).readonly().meta({ description: 'Drugs, conditions and procedures named.' }),
    protocolNumbers: z.array(z.string()).readonly(),
    model: z.string().nullable(),
    failedComponent: z.string().nullable(),
    failedReason: z.string().nullable(),
  })
  .meta({ id: 'QueryLogEntry' });

const latency = { p50: z.number(), p95: z.number() };

/** Figures over a window of the query log; durations in milliseconds. */
export const queryLogSummaryRepresentation = z
  .object({
    entries: z.int(),
    questions: z.int(),
    searches: z.int(),
    answered: z.int(),
    failed: z.int(),
    pending: z.int(),
    degraded: z.int(),
    zeroResult: z.int(),
    cached: z.int(),
    slow: z.int(),
    latency: z.object(latency).nullable(),
    searchLatency: z.object(latency).nullable(),
    stages: z
      .array(z.object({ source: z.string(), searches: z.int(), failed: z.int(), ...latency }))
      .readonly(),
    intents: z.array(z.object({ intent: z.string(), count: z.int() })).readonly(),
    failures: z.array(z.object({ component: z.string(), reason: z.string(), count: z.int() })).readonly(),
    oldestAt: z.string().nullable(),
    newestAt: z.string().nullable(),
    complete: z.boolean().meta({ description: 'False if only the newest 10,000 entries were examined.' }),
  })
  .meta({ id: 'QueryLogSummary' });

/** The questions asked most, or those that find nothing or fail, without their text. */
export const topQuestionsRepresentation = z
  .object({
    questions: z
      .array(
        z.object({
          fingerprint: z.string(),
          intent: z.string().nullable(),
          concepts: z.array(z.string()).readonly(),
          protocolNumbers: z.array(z.string()).readonly(),
          asked: z.int(),
          zeroResult: z.int(),
          failed: z.int(),
          lastAskedAt: z.string(),
          example: z
            .object({
              entryId: uuidSchema,
              kind: z.enum(queryLogKinds),
              queryId: uuidSchema.nullable(),
              streamId: z.string(),
            })
            .meta({
              description:
                'The newest such entry. GET /api/queries/:queryId or GET /api/audit/streams/:streamId return its text, and record the read.',
            }),
        }),
      )
      .readonly(),
    complete: z.boolean().meta({ description: 'False if only the newest 10,000 entries were examined.' }),
  })
  .meta({ id: 'TopQuestions' });
