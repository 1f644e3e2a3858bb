import { categoryOf } from '../../domain/kernel/identifiers.ts';
import { hasOversight, isService, mayAccess } from '../../domain/ownership/may-access.ts';
import { ownerOf } from '../../domain/ownership/owner-of.ts';
import type { Accessor } from '../../domain/ownership/ownership-facts.ts';
import { isPersonalCategory } from '../../domain/ownership/personal-categories.ts';
import type { Notice } from './notices.ts';

/**
 * Decides which events a listener may see: those without an owner, those of conversations, questions and tool calls
 * that they may read, and their own; with oversight, all. Decides from memory.
 */
export const createEventVisibility = (
  accessor: Accessor,
  now: () => string,
): ((notice: Pick<Notice, 'event' | 'ownership'>) => boolean) => {
  const canSeeEverything = hasOversight(accessor);
  return ({ event, ownership }) => {
    const category = categoryOf(event.streamId);
    if (canSeeEverything || !isPersonalCategory(category)) return true;
    if (category === 'conversation' || category === 'query' || category === 'tool_call')
      return (
        ownership !== undefined &&
        mayAccess(accessor, { ...ownership, grants: [] }, 'read', now()).basis !== 'denied'
      );
    const { actor } = event.metadata;
    return ownerOf(actor) === ownerOf(accessor) && (!isService(accessor) || actor.id === accessor.id);
  };
};
