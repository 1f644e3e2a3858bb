import { z } from 'zod';
import { sourceNames } from '../../domain/consultation/sources/source-name.ts';

const source = z.object({
  source: z.enum(sourceNames),
  leavesThePremises: z.boolean().meta({ description: 'Whether requests to it go to a third party.' }),
  configured: z.boolean().meta({ description: 'Whether it could be asked: switched on, with all it needs.' }),
  switchedOn: z.boolean().meta({
    description:
      'Whether the environment switches it on, also where something is missing, such as a licence.',
  }),
  enabled: z.boolean().meta({ description: 'Whether the settings let questions be looked up in it.' }),
  health: z
    .object({ state: z.enum(['well', 'failed']), since: z.string(), reason: z.string().optional() })
    .optional()
    .meta({ description: 'How it did when the node that answers last asked it; absent where it has not.' }),
});

/** The sources of evidence. */
export const sourceListRepresentation = z
  .object({ sources: z.array(source).readonly() })
  .meta({ id: 'SourceList' });
