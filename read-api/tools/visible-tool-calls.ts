import type { Caller } from '../../commands/runtime/caller.ts';
import { accessorOf, withOversight } from '../../commands/runtime/ownership/require-access.ts';
import { hasOversight, isService } from '../../domain/ownership/may-access.ts';
import { ownerOf } from '../../domain/ownership/owner-of.ts';

type Visible = {
  /** The caller with the grounds on which they are shown them, for the record. */
  readonly caller: Caller;
  /** The person whose calls they see; absent for everybody's. */
  readonly requestedBy?: string;
  /** For a service: only the calls that it sent itself. */
  readonly actorId?: string;
};

/** Which calls of tools a caller may see listed: their own, or by oversight and with a reason those of all. */
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
