import { z } from 'zod';
import { roles } from '../kernel/actor.ts';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { sha256Schema, uuidSchema } from '../kernel/identifiers.ts';
import { careTeamSchema } from '../ownership/care-team.ts';

/** The name of a token is the id of its user: in the audit trail, as owner of conversations, in lists. */
export const tokenNameSchema = z
  .string()
  .max(100)
  .regex(
    /^(token:)?[a-z0-9][a-z0-9._@+-]*$/,
    'must consist of lower-case letters, digits, dots, underscores, hyphens, @ and +, and start with a letter or digit',
  );

/** The roles that a token grants. */
export const tokenRolesSchema = z.array(z.enum(roles)).min(1).max(roles.length);
export const tokenTeamsSchema = z.array(careTeamSchema).max(100);

/** An instant in the form of the log, which sorts as text. */
const instant = z.iso.datetime({ precision: 3 });

/** A token was issued. Its text is shown once to the requester and stored nowhere. */
export const tokenCreated = defineEvent(
  'TokenCreated',
  z.strictObject({
    tokenId: uuidSchema,
    name: tokenNameSchema,
    /** SHA-256 of the text, which has 256 random bits and cannot be derived from this. */
    hash: sha256Schema,
    roles: tokenRolesSchema,
    teams: tokenTeamsSchema,
    onBehalfOf: z.string().min(1).max(256).optional(),
    expiresAt: instant,
  }),
);

/** A token was revoked. */
export const tokenRevoked = defineEvent(
  'TokenRevoked',
  z.strictObject({
    tokenId: uuidSchema,
    name: tokenNameSchema,
    reason: z.enum(['revoked', 'replaced', 'logged-out']),
  }),
);

/** A token was used; recorded at most once an hour. */
export const tokenUsed = defineEvent('TokenUsed', z.strictObject({ tokenId: uuidSchema }));

/**
 * What ends of an identity provider's tokens: one of them by a digest of its issuer, its persons and its `jti`, or of all
 * its claims if it has none; or all with a `jti`, which an administrator ends.
 */
export const sessionKeySchema = z
  .string()
  .min(1)
  .max(300)
  .regex(/^(jti:[^\p{C}]+|sha256:[0-9a-f]{64})$/u, 'must be jti:<the claim> or sha256:<digest>');

/** An identity provider's token was revoked before it expired, because its bearer logged out or was logged out. */
export const sessionEnded = defineEvent(
  'SessionEnded',
  z.strictObject({ session: sessionKeySchema, until: instant }),
);

export const tokenEvents = [tokenCreated, tokenRevoked, tokenUsed, sessionEnded] as const;
export type TokenEvent = EventOf<typeof tokenCreated | typeof tokenRevoked>;
export type SessionEvent = EventOf<typeof sessionEnded>;
