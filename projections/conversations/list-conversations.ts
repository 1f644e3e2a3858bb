import { defined } from '../../domain/kernel/defined.ts';
import { decodePositionCursor, encodePositionCursor } from '../page-cursor.ts';
import { type PageRequest, pageOfSubjects } from '../page-of-rows.ts';
import type { PageOf, ReadModelView } from '../read-model-reader.ts';
import { openRows } from '../sealing/open-rows.ts';
import { type ConversationDto, toConversationDto } from './conversation-dto.ts';
import { conversationEntity, conversationSealing } from './entity.ts';

type ListConversations = PageRequest & {
  /** Id of the actor who started them. */
  readonly startedBy?: string | undefined;
};

/**
 * Conversations, the one that changed last first. A conversation that changes while a reader pages moves to the
 * front: it is then missing from the later pages, and seen by starting over. Reads read model `conversations`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listConversations = async (
  view: ReadModelView,
  { startedBy, cursor, limit }: ListConversations,
): Promise<PageOf<ConversationDto> & { readonly subjects: readonly string[] }> => {
  const where = {
    ...defined({ startedBy }),
    ...(cursor === undefined ? {} : { updatedPosition: { $lt: decodePositionCursor(cursor) } }),
  };
  return pageOfSubjects(
    limit,
    async (rows) =>
      openRows(
        view,
        conversationSealing,
        await view.entities.find(conversationEntity, where, {
          orderBy: { updatedPosition: 'desc' },
          limit: rows,
          disableIdentityMap: true,
        }),
      ),
    toConversationDto,
    (row) => encodePositionCursor(row.updatedPosition),
  );
};
