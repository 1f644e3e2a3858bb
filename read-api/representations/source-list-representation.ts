import { z } from 'zod';
import { sourceNames } from '../../domain/consultation/sources/source-name.ts';

const source = z.object({
  source: z.enum(sourceNames),
  leavesThePremises: z.boolean().meta({ description: 'True if requests to it are sent to a third party.' }),
  configured: z.boolean().meta({ description: 'True if it can be searched: enabled and fully configured.' }),
  switchedOn: z.boolean().meta({
    description: 'True if the environment enables it, even if something is missing, such as a licence.',
  }),
  enabled: z.boolean().meta({ description: 'True if the settings allow questions to search it.' }),
  health: z
    .object({ state: z.enum(['well', 'failed']), since: z.string(), reason: z.string().optional() })
    .optional()
    .meta({
      description: "The outcome of the responding node's last search; absent if it has not searched it.",
    }),
});

/** The sources of evidence. */
export const sourceListRepresentation = z
  .object({ sources: z.array(source).readonly() })
  .meta({ id: 'SourceList' });
