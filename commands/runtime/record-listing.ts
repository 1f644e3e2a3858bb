import type { Caller } from './caller.ts';
import type { CommandServices } from './command-definition.ts';
import { type Access, recordAccess } from './record-access.ts';

/** Records that a page of a list was read, in one event for all its items; nothing when the page was empty. */
export const recordListing = async (
  items: readonly unknown[],
  caller: Caller,
  access: Access,
  services: Pick<CommandServices, 'eventStore' | 'identity'>,
): Promise<void> => {
  if (items.length > 0) await recordAccess(caller, access, services);
};
