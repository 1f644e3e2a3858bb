import { z } from 'zod';

/** The identity of a token's bearer. */
export const sessionRepresentation = z
  .object({
    id: z.string().meta({ description: 'The id of the bearer in the audit trail.' }),
    roles: z.array(z.string()).readonly(),
    teams: z.array(z.string()).readonly(),
    onBehalfOf: z.string().nullable(),
    expiresAt: z.string().nullable().meta({ description: 'When the token or the session ends.' }),
    permissions: z.array(z.string()).readonly().meta({
      description:
        'What the bearer may do, so that a front end offers nothing else; `tools:call:<name>` for each tool.',
    }),
    csrfToken: z.string().optional().meta({
      description: 'In a session: to be sent as `X-CSRF-Token` with everything but GET and HEAD.',
    }),
    idleSeconds: z
      .int()
      .optional()
      .meta({ description: 'In a session: it ends after that many seconds without a request.' }),
    voice: z
      .object({
        model: z.string(),
        leavesThePremises: z.boolean().meta({ description: 'Whether speech goes to a service outside.' }),
      })
      .optional()
      .meta({ description: 'The model to speak with at `/api/voice`; absent if none is configured.' }),
  })
  .meta({ id: 'Session' });
