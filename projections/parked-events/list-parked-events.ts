import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { decodePositionCursor, encodePositionCursor } from '../page-cursor.ts';
import { type PageRequest, pageOfRows } from '../page-of-rows.ts';
import type { PageOf, ReadModelView } from '../read-model-reader.ts';
import { parkedEventEntity } from './entity.ts';
import { type ParkedEventDto, toParkedEventDto } from './parked-event-dto.ts';

export type ListParkedEvents = PageRequest & { readonly consumer?: string | undefined };

/**
 * Parked events, newest first. Reads read model `parked-events`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listParkedEvents = async (
  view: ReadModelView,
  { consumer, cursor, limit }: ListParkedEvents,
): Promise<PageOf<ParkedEventDto>> => {
  const where = {
    ...omitUndefined({ consumer }),
    ...(cursor === undefined ? {} : { parkedPosition: { $lt: decodePositionCursor(cursor) } }),
  };
  return pageOfRows(
    limit,
    (rows) =>
      view.entities.find(parkedEventEntity, where, {
        orderBy: { parkedPosition: 'desc' },
        limit: rows,
        disableIdentityMap: true,
      }),
    toParkedEventDto,
    (row) => encodePositionCursor(row.parkedPosition),
  );
};
