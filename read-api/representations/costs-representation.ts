import { z } from 'zod';

const sum = {
  calls: z.int(),
  promptTokens: z.int(),
  completionTokens: z.int(),
  costUsd: z.number().meta({ description: 'US dollars.' }),
};

/** What language models have cost in a month. */
export const costsRepresentation = z
  .object({
    month: z.string().meta({ description: 'Calendar month, in UTC.' }),
    limitUsd: z
      .number()
      .optional()
      .meta({ description: 'The limit of a month that holds now; absent where there is none.' }),
    ...sum,
    open: z.object({ calls: z.int(), costUsd: z.number() }).meta({
      description: 'Calls whose end is not known (yet); they count for the most that they can have cost.',
    }),
    users: z
      .array(z.object({ user: z.string(), ...sum }))
      .readonly()
      .meta({ description: 'By who asked, the dearest first.' }),
    models: z
      .array(z.object({ model: z.string(), where: z.enum(['local', 'cloud']), ...sum }))
      .readonly()
      .meta({ description: 'By model, the dearest first.' }),
    complete: z.boolean().meta({ description: 'Whether all calls of the month are among them.' }),
  })
  .meta({ id: 'Costs' });
