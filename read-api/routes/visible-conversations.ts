import type { Caller } from '../../commands/runtime/caller.ts';
import { grantsOf } from '../../commands/runtime/ownership/grants-of.ts';
import { accessorOf, withOversight } from '../../commands/runtime/ownership/require-access.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { hasOversight, isService, mayBreakGlass, shareeKeysOf } from '../../domain/ownership/may-access.ts';
import { ownerOf } from '../../domain/ownership/owner-of.ts';
import { listSharedWith } from '../../projections/conversation-shares/list-shared-with.ts';
import { conversationSharesProjection } from '../../projections/conversation-shares/projection.ts';
import type { ConversationDto } from '../../projections/conversations/conversation-dto.ts';
import type { VisibleConversations } from '../../projections/conversations/list-conversations.ts';
import type { HttpApiServices } from '../http-api-services.ts';

type Visible = {
  readonly visible: VisibleConversations;
  /** The caller with the grounds for access, for the access record. */
  readonly callerOf: (shown: readonly ConversationDto[]) => Caller;
};

type Wished = {
  readonly after?: Position | undefined;
  readonly startedBy?: string | undefined;
  readonly mine?: boolean | undefined;
};
type Needs = Pick<HttpApiServices, 'readModels' | 'commandServices' | 'sharedClock'>;

/**
 * The conversations that a caller may list: their own, those shared with them, and those that an open break-glass
 * grant covers. With oversight and a reason, all.
 *
 * @throws Failure `validation_error` when other people's are requested by oversight without a reason
 */
export const visibleConversations = async (
  caller: Caller,
  { after, startedBy, mine }: Wished,
  { readModels, commandServices, sharedClock }: Needs,
): Promise<Visible> => {
  const accessor = accessorOf(caller);
  const owner = ownerOf(accessor);
  const own = { owner, ...(isService(accessor) ? { startedBy: accessor.id } : {}) };
  if (mine)
    return {
      visible: { ...own, conversationIds: [], subjects: [] },
      callerOf: () => ({ ...caller, access: { basis: 'own' } }),
    };
  const isOfOthers = startedBy !== undefined && startedBy !== owner && startedBy !== accessor.id;
  const hasNoneOfTheirOwn = accessor.roles.every((role) => role === 'compliance');
  if (hasOversight(accessor) && (caller.reason !== undefined || isOfOthers || hasNoneOfTheirOwn)) {
    const overseer = withOversight(caller);
    return { visible: 'all', callerOf: () => overseer };
  }
  const now = await sharedClock.now();
  const sharees = shareeKeysOf(accessor);
  const shared =
    sharees.length === 0
      ? []
      : await listSharedWith(await readModels.open(conversationSharesProjection.name, after), sharees, now);
  const grants = mayBreakGlass(accessor)
    ? (await grantsOf(accessor.id, commandServices)).filter(({ expiresAt }) => expiresAt > now)
    : [];
  const granted = grants.flatMap(({ target }) => ('conversationId' in target ? [target.conversationId] : []));
  const subjects = grants.flatMap(({ target }) => ('subject' in target ? [target.subject] : []));
  const [grant] = grants;
  const isOwn = (shown: ConversationDto): boolean => shown.owner === owner;
  const isShared = (shown: ConversationDto): boolean => shared.includes(shown.conversationId);
  return {
    visible: {
      ...own,
      conversationIds: [...shared, ...granted],
      subjects,
    },
    // The weakest grounds on a page apply to the whole page.
    callerOf: (shown) => {
      if (grant && shown.some((one) => !isOwn(one) && !isShared(one)))
        return { ...caller, access: { basis: 'break-glass', grantId: grant.grantId } };
      return { ...caller, access: { basis: shown.every(isOwn) ? 'own' : 'shared' } };
    },
  };
};
