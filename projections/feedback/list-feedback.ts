import type { FeedbackKind } from '../../domain/consultation/feedback-kind.ts';
import { decodePositionCursor, encodePositionCursor } from '../page-cursor.ts';
import { type PageRequest, pageOfRows } from '../page-of-rows.ts';
import type { PageOf, ReadModelView } from '../read-model-reader.ts';
import { feedbackEntity } from './entity.ts';
import { type FeedbackDto, toFeedbackDto } from './feedback-dto.ts';

/** Narrows the list; members combine by "and". */
export type ListFeedback = PageRequest & {
  readonly kind?: FeedbackKind | undefined;
  readonly docKey?: string | undefined;
};

/**
 * What people say of answers, the newest first. Reads read model `feedback`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listFeedback = async (
  view: ReadModelView,
  { kind, docKey, cursor, limit }: ListFeedback,
): Promise<PageOf<FeedbackDto>> => {
  const where = {
    ...(kind === undefined ? {} : { kind }),
    ...(docKey === undefined ? {} : { docKey }),
    ...(cursor === undefined ? {} : { givenPosition: { $lt: decodePositionCursor(cursor) } }),
  };
  return pageOfRows(
    limit,
    (rows) =>
      view.entities.find(feedbackEntity, where, {
        orderBy: { givenPosition: 'desc' },
        limit: rows,
        disableIdentityMap: true,
      }),
    toFeedbackDto,
    (row) => encodePositionCursor(row.givenPosition),
  );
};
