import { z } from 'zod';
import { uuidSchema } from '../domain/kernel/identifiers.ts';
import { tokenDecider, tokensStream } from '../domain/operations/token-decider.ts';
import { endSession } from './end-session.ts';
import { type CommandDefinition, defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';
import type { TokenIssue } from './token-issue.ts';

const named = z.strictObject({ tokenId: uuidSchema.meta({ description: 'The id of a named token.' }) });
const ofProvider = z.strictObject({
  jti: z
    .string()
    .min(1)
    .max(256)
    .regex(/^[^\p{C}]+$/u)
    .meta({ description: 'The `jti` claim of a token from the identity provider.' }),
  until: z.iso.datetime().optional().meta({
    description:
      'The time at which the token expires; if absent, the maximum lifetime of such a token is assumed.',
  }),
});
const input = z.union([named, ofProvider]);
const ids = z.object({ tokenId: uuidSchema.optional(), jti: z.string().optional() });

/** The command that revokes a token on all nodes and ends its open streams. */
export const createRevokeToken = (issue: TokenIssue): CommandDefinition<typeof input, typeof ids> =>
  defineCommand({
    name: 'RevokeToken',
    summary: 'Revokes a token: a named one by its id, one from the identity provider by its `jti`.',
    permission: 'tokens:manage',
    acceptsFile: false,
    ownership: 'none',
    discloses: 'nothing',
    input,
    ids,
    handle: async (wish, context, services) => {
      if ('jti' in wish) {
        const { jti, until } = wish;
        return {
          ...(await endSession({ session: `jti:${jti}`, until }, context, services, issue)),
          ids: { jti },
        };
      }
      const { tokenId } = wish;
      const { streamId, revision, position } = await executeDecider({
        decider: tokenDecider,
        streamId: tokensStream,
        commands: [{ type: 'RevokeToken', tokenId, reason: 'revoked' }],
        context,
        services,
      });
      await issue.applied(position);
      return { streamId, revision, position, ids: { tokenId } };
    },
  });
