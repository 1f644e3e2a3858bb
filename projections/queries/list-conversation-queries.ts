import { decodePositionCursor, encodePositionCursor } from '../page-cursor.ts';
import { type PageRequest, pageOfRows } from '../page-of-rows.ts';
import type { PageOf, ReadModelView } from '../read-model-reader.ts';
import { openRows } from '../sealing/open-rows.ts';
import { queryEntity, querySealing } from './entity.ts';
import { type QueryDto, toQueryDto } from './query-dto.ts';

/**
 * The questions of one conversation, the oldest first. Reads read model `queries`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listConversationQueries = async (
  view: ReadModelView,
  { conversationId, cursor, limit }: PageRequest & { readonly conversationId: string },
): Promise<PageOf<QueryDto>> => {
  const where = {
    conversationId,
    ...(cursor === undefined ? {} : { askedPosition: { $gt: decodePositionCursor(cursor) } }),
  };
  return pageOfRows(
    limit,
    async (rows) =>
      openRows(
        view,
        querySealing,
        await view.entities.find(queryEntity, where, {
          orderBy: { askedPosition: 'asc' },
          limit: rows,
          disableIdentityMap: true,
        }),
      ),
    toQueryDto,
    (row) => encodePositionCursor(row.askedPosition),
  );
};
