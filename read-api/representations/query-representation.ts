import { z } from 'zod';
import { citationSchema } from '../../domain/consultation/citation.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { queryStatuses } from '../../projections/queries/entity.ts';

const interpretation = z.object({
  searchedFor: z.string(),
  intent: z.string(),
  expansions: z.array(z.string()),
  corrections: z.array(z.string()),
  readAs: z.string().optional().meta({
    description: 'A question that leans on one before it, with what that was about: as it was searched.',
  }),
  couldMean: z.array(z.string()).optional().meta({
    description:
      'There when it cannot be told what the question leans on: what it could mean, if that is known.',
  }),
});

const source = z.object({
  source: z.string(),
  outcome: z.enum(['ok', 'failed', 'timeout']),
  found: z.int(),
  milliseconds: z.number(),
  reason: z.string().optional(),
});

/** A question with its answer. */
export const queryRepresentation = z
  .object({
    queryId: uuidSchema,
    conversationId: uuidSchema.nullable(),
    actorId: z.string(),
    status: z.enum(queryStatuses),
    question: z.string(),
    answer: z.string().nullable().meta({ description: 'With [n] where citation n supports it.' }),
    citations: z.array(citationSchema).readonly(),
    warnings: z.array(z.string()).readonly().meta({
      description:
        'What the cited documents forbid, hold or limit, each with the marks [n] of those that say it.',
    }),
    degraded: z.boolean(),
    model: z.string().nullable(),
    interpretation: interpretation.nullable(),
    phi: z.object({ detected: z.boolean(), kinds: z.array(z.string()).readonly() }).nullable(),
    sources: z.array(source).readonly(),
    askedAt: z.string(),
    finishedAt: z.string().nullable(),
    milliseconds: z.int().nullable(),
    error: z.object({ component: z.string(), reason: z.string(), message: z.string() }).nullable(),
    revision: z.int(),
  })
  .meta({ id: 'Query' });
