import { z } from 'zod';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';

/** A named token, without the token. */
export const tokenRepresentation = z
  .object({
    tokenId: uuidSchema,
    name: z.string().meta({ description: 'The id of its user.' }),
    state: z.enum(['active', 'expired', 'revoked']),
    roles: z.array(z.string()).readonly(),
    teams: z.array(z.string()).readonly(),
    onBehalfOf: z.string().nullable(),
    createdBy: z.string(),
    createdAt: z.string(),
    expiresAt: z.string(),
    lastUsedAt: z.string().nullable().meta({ description: 'To the hour.' }),
    revokedAt: z.string().nullable(),
    revokedBy: z.string().nullable(),
  })
  .meta({ id: 'Token' });
