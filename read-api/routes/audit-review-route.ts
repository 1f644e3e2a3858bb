import { z } from 'zod';
import { accessorOf, withOversight } from '../../commands/runtime/ownership/require-access.ts';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { auditReviewed } from '../../domain/audit/audit-review-events.ts';
import { type DoubtfulStretch, doubtfulStretches } from '../../domain/audit/review-coverage.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { hasOversight } from '../../domain/ownership/may-access.ts';
import { auditEntriesProjection } from '../../projections/audit-entries/projection.ts';
import { uncoveredEntries } from '../../projections/audit-entries/uncovered-entries.ts';
import type { AuditReviewRow } from '../../projections/audit-reviews/entity.ts';
import { listAuditReviews, reviewedRanges } from '../../projections/audit-reviews/list-audit-reviews.ts';
import { auditReviewsProjection } from '../../projections/audit-reviews/projection.ts';
import type { ReadModelView } from '../../projections/read-model-reader.ts';
import { withEvents } from '../audit/reasons.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import {
  auditReviewPageRepresentation,
  type auditReviewRepresentation,
  type uncoveredRangeRepresentation,
} from '../representations/audit-review-representation.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { metadataOf, openReadModel } from './open-read-model.ts';
import { pageQuery } from './page-query.ts';

type Needs = Pick<HttpApiServices, 'readModels' | 'eventStore' | 'identity'>;

/** The most uncovered ranges that one response names. */
const MAX_UNCOVERED = 100;

const becauseOf = ({ covers }: DoubtfulStretch) => {
  if (covers.length === 0) return 'no_review';
  return covers.some(({ actorId, subject }) => actorId === null && subject === null)
    ? 'own_entries'
    : 'partial_reviews';
};

/** What no review of another person covers, oldest first, up to the position that both read models have reached. */
const uncoveredRanges = async (
  { reviews, entries }: { readonly reviews: ReadModelView; readonly entries: ReadModelView },
  upTo: Position,
  { eventStore }: Needs,
) => {
  const found: Omit<z.input<typeof uncoveredRangeRepresentation>, 'fromAt' | 'toAt'>[] = [];
  for (const stretch of doubtfulStretches(await reviewedRanges(reviews), upTo)) {
    const left = await uncoveredEntries(entries, stretch);
    if (left)
      found.push({
        from: left.first,
        to: left.last,
        entries: left.count,
        because: becauseOf(stretch),
        reviewers: [...new Set(stretch.covers.map(({ reviewer }) => reviewer))],
      });
    if (found.length > MAX_UNCOVERED) break;
  }
  const shown = found.slice(0, MAX_UNCOVERED);
  const times = await eventStore.recordedAt([...new Set(shown.flatMap(({ from, to }) => [from, to]))]);
  return {
    uncovered: shown.map((range) => ({
      ...range,
      fromAt: times.get(range.from) ?? null,
      toAt: times.get(range.to) ?? null,
    })),
    moreUncovered: found.length > shown.length,
  };
};

type ShownReview = z.input<typeof auditReviewRepresentation>;

const shownReview = (row: AuditReviewRow): ShownReview => ({
  reviewId: row.reviewId,
  from: row.firstPosition,
  to: row.lastPosition,
  actorId: row.actorId,
  subject: row.about,
  reviewer: row.reviewer,
  reviewedAt: row.reviewedAt,
});

/** The reviews with their notes, which only the log has. */
const withNotes = async (
  rows: readonly AuditReviewRow[],
  { eventStore }: Needs,
): Promise<readonly ShownReview[]> =>
  (
    await withEvents(rows, eventStore, (_, event) => ({
      note: auditReviewed.schema.safeParse(event?.data).data?.note ?? null,
    }))
  ).map((row) => ({ ...shownReview(row), note: row.note }));

/** The reviews of the audit trail, and what no other person has reviewed. */
export const auditReviewRoute = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/audit/reviews',
    access: 'audit:read',
    tag: 'Audit',
    operationId: 'listAuditReviews',
    summary:
      'Which ranges of the audit trail were signed off, newest first, and with the first page which entries no other person has reviewed, oldest first. To compliance with the notes, if the request gives a reason. Access is recorded.',
    ownership: 'metadata',
    discloses: ['AuditTrailRead'],
    params: none,
    query: z.strictObject(pageQuery),
    body: none,
    response: auditReviewPageRepresentation,
    handle: async ({ query }, request) => {
      const reviews = await openReadModel(
        services.readModels,
        auditReviewsProjection.name,
        query.after,
        request,
      );
      const entries = await openReadModel(
        services.readModels,
        auditEntriesProjection.name,
        query.after,
        request,
      );
      const upTo = Math.min(reviews.position, entries.position);
      const page = await listAuditReviews(reviews, query);
      // Notes may name a patient: they are shown to those who may see everyone's data, and say why they do.
      const isNoteShown = request.caller.reason !== undefined && hasOversight(accessorOf(request.caller));
      const items = isNoteShown ? await withNotes(page.items, services) : page.items.map(shownReview);
      const isFirst = query.cursor === undefined;
      return answerData(
        {
          reviews: items,
          nextCursor: page.nextCursor ?? null,
          upTo,
          ...(isFirst
            ? await uncoveredRanges({ reviews, entries }, upTo, services)
            : { uncovered: null, moreUncovered: false }),
        },
        {
          metadata: metadataOf(reviews),
          beforeDelivery: () =>
            recordAccess(
              isNoteShown ? withOversight(request.caller) : request.caller,
              {
                what: { type: 'AuditTrailRead', data: { kind: 'audit-reviews', parameters: {} } },
                subjects: page.items.flatMap(({ about, noteSubject }) => [
                  ...(about === null ? [] : [about]),
                  ...(isNoteShown ? [noteSubject] : []),
                ]),
                phi: isNoteShown && items.length > 0,
              },
              services,
            ),
        },
      );
    },
  });
