import { z } from 'zod';
import { mayGrantRole, type Role } from '../domain/kernel/actor.ts';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { uuidSchema } from '../domain/kernel/identifiers.ts';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';
import { FIRST_TOKEN_ACTOR } from '../domain/kernel/reserved-ids.ts';
import { userIdSchema } from '../domain/kernel/user-id.ts';
import { tokenDecider, tokensStream } from '../domain/operations/token-decider.ts';
import { tokenNameSchema, tokenRolesSchema, tokenTeamsSchema } from '../domain/operations/token-events.ts';
import type { CommandContext } from './runtime/command-context.ts';
import { type CommandDefinition, defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';
import type { TokenIssue } from './token-issue.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const input = z.strictObject({
  name: tokenNameSchema.meta({
    description: 'The user id of the token, in the audit trail and everywhere else.',
  }),
  roles: tokenRolesSchema,
  teams: tokenTeamsSchema.default([]).meta({ description: 'The care teams of its user.' }),
  days: z
    .int()
    .min(1)
    .max(3660)
    .optional()
    .meta({ description: 'Lifetime in days; an alternative to `expiresAt`.' }),
  expiresAt: z.iso.datetime().optional().meta({ description: 'When it expires; an alternative to `days`.' }),
  onBehalfOf: userIdSchema.optional().meta({ description: 'The person on whose behalf a service uses it.' }),
  replace: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether to revoke a valid token that already has this name.' }),
});

const ids = z.object({
  tokenId: uuidSchema,
  name: tokenNameSchema,
  expiresAt: z.iso.datetime(),
  token: z.string().optional().meta({
    description:
      'The token. It is shown only once and not stored: the response to a retry with the same Idempotency-Key omits it. If the first response was lost, create it again with `replace`.',
  }),
});

const endOf = ({ days, expiresAt }: z.output<typeof input>, now: number, defaultDays: number): string => {
  if (days !== undefined && expiresAt !== undefined)
    throw new Failure(
      failure('validation_error', 'Give either `days` or `expiresAt`, not both.', {
        details: { issues: [{ path: 'days', message: 'must not be combined with expiresAt' }] },
      }),
    );
  const end = expiresAt === undefined ? now + (days ?? defaultDays) * DAY_MS : Date.parse(expiresAt);
  return new Date(end).toISOString();
};

/** Throws if a role has permissions that the caller lacks. Only the bootstrap token may grant such roles. */
const refuseMoreThanOwn = (wished: readonly Role[], { actor, roles }: CommandContext): void => {
  const beyond = wished.filter((role) => !mayGrantRole(roles ?? [actor.role], role));
  if (actor.id === FIRST_TOKEN_ACTOR || beyond.length === 0) return;
  throw new Failure(
    failure(
      'permission_denied',
      `The role ${beyond.join(', ')} has permissions that you do not have. Someone who has that role can grant it, or the first admin token can.`,
      { details: { roles: beyond } },
    ),
  );
};

/** The command that creates a token for a user. */
export const createCreateToken = (issue: TokenIssue): CommandDefinition<typeof input, typeof ids> =>
  defineCommand({
    name: 'CreateToken',
    summary:
      'Creates a token for a user, with roles, care teams and an expiry. The token itself is returned only once, in this response.',
    permission: 'tokens:manage',
    acceptsFile: false,
    ownership: 'none',
    discloses: 'nothing',
    input,
    ids,
    shownOnce: ['token'],
    handle: async (wish, context, services) => {
      refuseMoreThanOwn(wish.roles, context);
      const now = issue.clock.now();
      const { text, hash } = issue.source.make();
      const tokenId = services.identity.derivedId(context.commandId, 'token');
      const expiresAt = endOf(wish, Date.parse(now), issue.defaultDays);
      const { name, roles, teams, onBehalfOf, replace } = wish;
      const { streamId, revision, position, events } = await executeDecider({
        decider: tokenDecider,
        streamId: tokensStream,
        commands: [
          {
            type: 'CreateToken',
            token: {
              tokenId,
              name,
              hash,
              roles: [...new Set(roles)],
              teams: [...new Set(teams)],
              expiresAt,
              ...omitUndefined({ onBehalfOf }),
            },
            now,
            latestEnd: new Date(Date.parse(now) + issue.maxDays * DAY_MS).toISOString(),
            apart: issue.apart,
            replace,
          },
        ],
        context,
        services,
      });
      await issue.applied(position);
      const created = events.find((event) => event.type === 'TokenCreated');
      if (!created) throw new Failure(failure('internal_error', 'The token was not created.'));
      // A repeat finds the token of the first execution; only the caller who received it knows its text.
      const isThis = created.data.hash === hash;
      return {
        streamId,
        revision,
        position,
        ids: { tokenId, name, expiresAt: created.data.expiresAt, ...(isThis ? { token: text } : {}) },
      };
    },
  });
