import { z } from 'zod';

/** Who the bearer of a token is taken for. */
export const sessionRepresentation = z
  .object({
    id: z.string().meta({ description: 'The id of the bearer in the audit trail.' }),
    roles: z.array(z.string()).readonly(),
    teams: z.array(z.string()).readonly(),
    onBehalfOf: z.string().nullable(),
    expiresAt: z.string().nullable(),
  })
  .meta({ id: 'Session' });
