import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { decodePositionCursor, encodePositionCursor } from '../page-cursor.ts';
import { type PageRequest, pageOfRows } from '../page-of-rows.ts';
import type { PageOf, ReadModelView } from '../read-model-reader.ts';
import { type ErasureState, erasureEntity } from './entity.ts';
import { type ErasureDto, toErasureDto } from './erasure-dto.ts';

type ListErasures = PageRequest & { readonly state?: ErasureState | undefined };

/**
 * Requests to erase data subjects, newest first. Reads read model `erasures`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listErasures = async (
  view: ReadModelView,
  { state, cursor, limit }: ListErasures,
): Promise<PageOf<ErasureDto>> => {
  const where = {
    ...omitUndefined({ state }),
    ...(cursor === undefined ? {} : { requestedPosition: { $lt: decodePositionCursor(cursor) } }),
  };
  return pageOfRows(
    limit,
    (rows) =>
      view.entities.find(erasureEntity, where, {
        orderBy: { requestedPosition: 'desc' },
        limit: rows,
        disableIdentityMap: true,
      }),
    toErasureDto,
    (row) => encodePositionCursor(row.requestedPosition),
  );
};
