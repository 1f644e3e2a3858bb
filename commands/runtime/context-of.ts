import type { Revision } from '../../domain/kernel/event.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { Fence } from '../../ports/leases.ts';
import type { Caller } from './caller.ts';
import type { CommandContext } from './command-context.ts';

/** The terms of one command, besides its caller. */
type CommandTerms = {
  /** The id of the caller's request, or of the request that it repeats. */
  readonly commandId: string;
  readonly expectedRevision?: Revision | undefined;
  readonly fence?: Fence | undefined;
};

/** The execution context of a caller's command. */
export const contextOf = (
  { actor, roles, correlationId, traceparent, client, heldToken }: Caller,
  { commandId, expectedRevision, fence }: CommandTerms,
): CommandContext => ({
  actor,
  commandId,
  correlationId: correlationId ?? commandId,
  ...omitUndefined({ roles, traceparent, client, heldToken, expectedRevision, fence }),
});
