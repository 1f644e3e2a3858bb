import { z } from 'zod';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { tokenDecider, tokensStream } from '../domain/operations/token-decider.ts';
import { endSession } from './end-session.ts';
import { type CommandDefinition, defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';
import type { TokenIssue } from './token-issue.ts';

const input = z.strictObject({});
const ids = z.object({});

/** The command that revokes the token it is sent with. */
export const createLogOut = (issue: TokenIssue): CommandDefinition<typeof input, typeof ids> =>
  defineCommand({
    name: 'LogOut',
    summary: 'Revokes the token used for the request.',
    permission: 'session:end',
    acceptsFile: false,
    ownership: 'none',
    discloses: 'nothing',
    input,
    ids,
    handle: async (_input, context, services) => {
      const { heldToken } = context;
      if (heldToken === undefined)
        throw new Failure(failure('rule_violated', 'This token cannot be logged out, only replaced.'));
      if (heldToken.kind === 'session') {
        const until =
          heldToken.expiresAt === undefined ? undefined : new Date(heldToken.expiresAt).toISOString();
        return {
          ...(await endSession({ session: heldToken.session, until }, context, services, issue)),
          ids: {},
        };
      }
      const { streamId, revision, position } = await executeDecider({
        decider: tokenDecider,
        streamId: tokensStream,
        commands: [{ type: 'RevokeToken', tokenId: heldToken.tokenId, reason: 'logged-out' }],
        context,
        services,
      });
      await issue.applied(position);
      return { streamId, revision, position, ids: {} };
    },
  });
