import type { ReviewedRange } from '../../domain/audit/review-coverage.ts';
import { decodePositionCursor, encodePositionCursor } from '../page-cursor.ts';
import { type PageRequest, pageOfRows } from '../page-of-rows.ts';
import type { PageOf, ReadModelView } from '../read-model-reader.ts';
import { type AuditReviewRow, auditReviewEntity } from './entity.ts';

/** The most reviews that coverage is computed from: one a day for 27 years. */
const MAX_RANGES = 10_000;

/**
 * Reviews of the audit trail, newest first. Reads read model `audit-reviews`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listAuditReviews = (
  view: ReadModelView,
  { cursor, limit }: PageRequest,
): Promise<PageOf<AuditReviewRow>> =>
  pageOfRows(
    limit,
    (rows) =>
      view.entities.find(
        auditReviewEntity,
        cursor === undefined ? {} : { position: { $lt: decodePositionCursor(cursor) } },
        { orderBy: { position: 'desc' }, limit: rows, disableIdentityMap: true },
      ),
    (row) => row,
    (row) => encodePositionCursor(row.position),
  );

/**
 * The ranges of the newest reviews; what only older ones cover counts as uncovered. Reads read model `audit-reviews`.
 */
export const reviewedRanges = async (view: ReadModelView): Promise<readonly ReviewedRange[]> =>
  (
    await view.entities.find(
      auditReviewEntity,
      {},
      { orderBy: { position: 'desc' }, limit: MAX_RANGES, disableIdentityMap: true },
    )
  ).map(({ firstPosition, lastPosition, reviewer, actorId, about }) => ({
    from: firstPosition,
    to: lastPosition,
    reviewer,
    actorId,
    subject: about,
  }));
