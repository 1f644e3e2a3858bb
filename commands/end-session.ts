import { streamIdOf } from '../domain/kernel/identifiers.ts';
import { sessionDecider } from '../domain/operations/session-decider.ts';
import type { CommandContext } from './runtime/command-context.ts';
import type { CommandOutcome, CommandServices } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';
import type { TokenIssue } from './token-issue.ts';

type Ending = { readonly session: string; readonly until: string | undefined };

/** An arbitrary constant. */
const NAMESPACE = '0199c2f0-5a3e-4cc1-9d5e-0d7f8a1b2c3d';

/**
 * Revokes a token of the identity provider until it expires. The revocation is kept no longer than the maximum
 * lifetime of such a token, which bounds the number of revocations to keep.
 */
export const endSession = async (
  { session, until }: Ending,
  context: CommandContext,
  services: CommandServices,
  issue: TokenIssue,
): Promise<Omit<CommandOutcome, 'ids'>> => {
  const latest = Date.parse(issue.clock.now()) + issue.maxSessionMs;
  const end = until === undefined ? latest : Math.min(Date.parse(until), latest);
  // The claim can contain any character, so the stream's id is derived from it.
  const streamId = streamIdOf('settings', `session-${services.identity.derivedId(NAMESPACE, session)}`);
  const { revision, position } = await executeDecider({
    decider: sessionDecider,
    streamId,
    commands: [{ type: 'EndSession', session, until: new Date(end).toISOString() }],
    context,
    services,
  });
  await issue.applied(position);
  return { streamId, revision, position };
};
