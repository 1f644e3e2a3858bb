import { listSealedRows, type SealedPage } from '../list-sealed-rows.ts';
import type { PageRequest } from '../page-of-rows.ts';
import type { ReadModelView } from '../read-model-reader.ts';
import { queryEntity, querySealing } from './entity.ts';
import { type QueryDto, toQueryDto } from './query-dto.ts';

/**
 * The questions of one conversation, oldest first. Reads read model `queries`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listConversationQueries = (
  view: ReadModelView,
  { conversationId, cursor, limit }: PageRequest & { readonly conversationId: string },
): Promise<SealedPage<QueryDto>> =>
  listSealedRows(
    view,
    {
      entity: queryEntity,
      sealing: querySealing,
      where: (after) => ({
        conversationId,
        ...(after === undefined ? {} : { askedPosition: { $gt: after } }),
      }),
      order: {
        by: { askedPosition: 'asc' },
        column: 'bigint',
        placeOf: (row) => row.askedPosition,
      },
      toItem: toQueryDto,
    },
    { limit, cursor },
  );
