import { z } from 'zod';

const sum = {
  calls: z.int(),
  promptTokens: z.int(),
  completionTokens: z.int(),
  costUsd: z.number().meta({ description: 'US dollars.' }),
};

/** The cost of language models in a month. */
export const costsRepresentation = z
  .object({
    month: z.string().meta({ description: 'Calendar month, in UTC.' }),
    limitUsd: z
      .number()
      .optional()
      .meta({ description: 'The current monthly limit; absent if there is none.' }),
    ...sum,
    open: z.object({ calls: z.int(), costUsd: z.number() }).meta({
      description: 'Calls whose outcome is not (yet) known; they count with their maximum cost.',
    }),
    users: z
      .array(z.object({ user: z.string(), ...sum }))
      .readonly()
      .meta({ description: 'By asker, highest cost first.' }),
    models: z
      .array(z.object({ model: z.string(), where: z.enum(['local', 'cloud']), ...sum }))
      .readonly()
      .meta({ description: 'By model, highest cost first.' }),
    complete: z.boolean().meta({ description: 'True if all calls of the month are included.' }),
  })
  .meta({ id: 'Costs' });
