import type { ReadModelView } from '../read-model-reader.ts';
import { conversationShareEntity } from './entity.ts';

/** The most shared conversations listed, the newest ones. All others can be read by id. */
const MAX_SHARED = 1000;

/**
 * The ids of the newest 1,000 conversations shared with any of the sharees at an instant. Reads read model
 * `conversation-shares`.
 */
export const listSharedWith = async (
  view: ReadModelView,
  sharees: readonly string[],
  now: string,
): Promise<readonly string[]> => {
  if (sharees.length === 0) return [];
  const rows = await view.entities.find(
    conversationShareEntity,
    { sharee: { $in: [...sharees] }, $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] },
    { orderBy: { sharedPosition: 'desc' }, limit: MAX_SHARED, disableIdentityMap: true },
  );
  return rows.map(({ conversationId }) => conversationId);
};
