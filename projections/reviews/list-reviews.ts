import type { ReviewKind } from '../../domain/consultation/review/review-events.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { decodePositionCursor, encodePositionCursor } from '../page-cursor.ts';
import { type PageRequest, pageOfRows } from '../page-of-rows.ts';
import type { PageOf, ReadModelView } from '../read-model-reader.ts';
import { type ReviewRow, reviewEntity } from './entity.ts';

/** A review as the API shows it, without the question. Instants are ISO 8601 UTC. */
export type ReviewDto = Readonly<Omit<ReviewRow, 'openedPosition' | 'subject'>>;

const toReviewDto = ({ openedPosition: _, subject: __, ...shown }: ReviewRow): ReviewDto => shown;

type ListReviews = PageRequest & {
  readonly kind?: ReviewKind | undefined;
  readonly state?: ReviewRow['state'] | undefined;
};

/**
 * Reviews, newest first. Reads read model `reviews`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listReviews = (
  view: ReadModelView,
  { kind, state, cursor, limit }: ListReviews,
): Promise<PageOf<ReviewDto>> =>
  pageOfRows(
    limit,
    (rows) =>
      view.entities.find(
        reviewEntity,
        {
          ...omitUndefined({ kind, state }),
          ...(cursor === undefined ? {} : { openedPosition: { $lt: decodePositionCursor(cursor) } }),
        },
        { orderBy: { openedPosition: 'desc' }, limit: rows, disableIdentityMap: true },
      ),
    toReviewDto,
    (row) => encodePositionCursor(row.openedPosition),
  );

/** One review with the data subject of its question; undefined when there is none. Reads read model `reviews`. */
export const getReview = async (
  view: ReadModelView,
  reviewId: string,
): Promise<{ readonly review: ReviewDto; readonly subject: string } | undefined> => {
  const row = await view.entities.findOne(reviewEntity, { reviewId }, { disableIdentityMap: true });
  return row === null ? undefined : { review: toReviewDto(row), subject: row.subject };
};
