import { z } from 'zod';
import { uuidSchema } from '../domain/kernel/identifiers.ts';
import { tokenDecider, tokensStream } from '../domain/operations/token-decider.ts';
import { endSession } from './end-session.ts';
import { type CommandDefinition, defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';
import type { TokenIssue } from './token-issue.ts';

const named = z.strictObject({ tokenId: uuidSchema.meta({ description: 'Of a named token.' }) });
const ofProvider = z.strictObject({
  jti: z
    .string()
    .min(1)
    .max(256)
    .regex(/^[^\p{C}]+$/u)
    .meta({ description: 'The claim of a token of the identity provider.' }),
  until: z.iso.datetime().optional().meta({
    description: 'When it ends by itself; the longest that such a token may last, when absent.',
  }),
});
const input = z.union([named, ofProvider]);
const ids = z.object({ tokenId: uuidSchema.optional(), jti: z.string().optional() });

/** The command after which a token counts no more, on all nodes; its open streams end. */
export const createRevokeToken = (issue: TokenIssue): CommandDefinition<typeof input, typeof ids> =>
  defineCommand({
    name: 'RevokeToken',
    summary: 'Makes a token count no more: a named one by its id, one of the identity provider by its `jti`.',
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
