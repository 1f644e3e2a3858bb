import type { Revision } from '../../domain/kernel/event.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { Fence } from '../../ports/leases.ts';
import type { Caller } from './caller.ts';
import type { CommandContext } from './command-context.ts';

/** What holds for one command beside who asks for it. */
type CommandTerms = {
  /** The caller's request, or the one that this repeats. */
  readonly commandId: string;
  readonly expectedRevision?: Revision | undefined;
  readonly fence?: Fence | undefined;
};

/** The context in which a caller's command is executed. */
export const contextOf = (
  { actor, roles, correlationId, traceparent, client, heldToken }: Caller,
  { commandId, expectedRevision, fence }: CommandTerms,
): CommandContext => ({
  actor,
  commandId,
  correlationId: correlationId ?? commandId,
  ...omitUndefined({ roles, traceparent, client, heldToken, expectedRevision, fence }),
});
