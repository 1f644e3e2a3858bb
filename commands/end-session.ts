import { streamIdOf } from '../domain/kernel/identifiers.ts';
import { sessionDecider } from '../domain/operations/session-decider.ts';
import type { CommandContext } from './runtime/command-context.ts';
import type { CommandOutcome, CommandServices } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';
import type { TokenIssue } from './token-issue.ts';

type Ending = { readonly session: string; readonly until: string | undefined };

/** Any id will do, as long as it is always the same. */
const NAMESPACE = '0199c2f0-5a3e-4cc1-9d5e-0d7f8a1b2c3d';

/**
 * Rejects a token of the identity provider until it has expired by itself. It is not remembered for longer than
 * such a token may last, so that what has to be remembered is bounded.
 */
export const endSession = async (
  { session, until }: Ending,
  context: CommandContext,
  services: CommandServices,
  issue: TokenIssue,
): Promise<Omit<CommandOutcome, 'ids'>> => {
  const latest = Date.parse(issue.clock.now()) + issue.maxSessionMs;
  const end = until === undefined ? latest : Math.min(Date.parse(until), latest);
  // The claim can hold any character: the stream has an id that follows from it.
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
