import { z } from 'zod';
import { failureCodes } from '../../domain/kernel/failure.ts';

/** One line of a verification; the last one is a result or a failure. */
export const verificationRepresentation = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('progress'),
      stage: z.enum(['fold', 'compare']),
      done: z.int(),
      total: z.int(),
    }),
    z.object({
      kind: z.literal('result'),
      projection: z.string(),
      generation: z.int(),
      position: z.int(),
      rows: z.int().meta({ description: 'Rows compared in all tables.' }),
      leftOut: z.array(z.string()).readonly().meta({ description: 'Tables that could not be compared.' }),
      difference: z
        .object({
          table: z.string(),
          key: z.string(),
          kind: z.enum(['changed', 'missing', 'extra']),
          columns: z.array(z.string()).readonly(),
        })
        .optional(),
    }),
    z.object({ kind: z.literal('failure'), code: z.enum(failureCodes), message: z.string() }),
  ])
  .meta({ id: 'Verification' });
