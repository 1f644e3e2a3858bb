import { z } from 'zod';

/** The identity of a token's bearer. */
export const sessionRepresentation = z
  .object({
    id: z.string().meta({ description: 'The id of the bearer in the audit trail.' }),
    roles: z.array(z.string()).readonly(),
    teams: z.array(z.string()).readonly(),
    onBehalfOf: z.string().nullable(),
    expiresAt: z.string().nullable(),
  })
  .meta({ id: 'Session' });
