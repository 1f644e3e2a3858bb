import { z } from 'zod';
import { severities } from '../../ports/doctor.ts';

const check = z.string().meta({ description: 'The examined part, in one word.' });

/** One line of an examination: a finding, the progress of a long check, or the end. */
export const observationRepresentation = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('finding'),
      check,
      severity: z.enum(severities),
      message: z.string(),
      advice: z.string().optional(),
    }),
    z.object({ kind: z.literal('progress'), check, done: z.int(), total: z.int() }),
    z.object({ kind: z.literal('end') }),
  ])
  .meta({ id: 'Observation' });
