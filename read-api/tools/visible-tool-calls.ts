import type { Caller } from '../../commands/runtime/caller.ts';
import { accessorOf, withOversight } from '../../commands/runtime/ownership/require-access.ts';
import { hasOversight, isService } from '../../domain/ownership/may-access.ts';
import { ownerOf } from '../../domain/ownership/owner-of.ts';

type Visible = {
  /** The caller with the grounds for access, for the access record. */
  readonly caller: Caller;
  /** The person whose calls are visible; absent for all calls. */
  readonly requestedBy?: string;
  /** For a service: only the calls that it sent itself. */
  readonly actorId?: string;
};

/** The tool calls that a caller may list: their own, or all by oversight with a reason. */
export const visibleToolCalls = (caller: Caller): Visible => {
  const accessor = accessorOf(caller);
  const hasNoneOfTheirOwn = accessor.roles.every((role) => role === 'compliance');
  if (hasOversight(accessor) && (caller.reason !== undefined || hasNoneOfTheirOwn))
    return { caller: withOversight(caller) };
  return {
    caller: { ...caller, access: { basis: 'own' } },
    requestedBy: ownerOf(accessor),
    ...(isService(accessor) ? { actorId: accessor.id } : {}),
  };
};
