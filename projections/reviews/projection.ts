import type { QueryEvent } from '../../domain/consultation/query-events.ts';
import { callsForReview } from '../../domain/consultation/review/calls-for-review.ts';
import { reviewIdOf } from '../../domain/consultation/review/review-id.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { ownerOf } from '../../domain/ownership/owner-of.ts';
import { querySubject } from '../../domain/privacy/data-subject.ts';
import { defineKeyedProjection, type EventFold } from '../keyed-projection.ts';
import { type ReviewRow, reviewEntity } from './entity.ts';

/** Opens the review that an event calls for, or adds its cause to the existing one. */
const opens = <Event extends RecordedEvent<QueryEvent>>(): EventFold<ReviewRow, Event> => ({
  keys: (event) => {
    const call = callsForReview(event);
    return call === undefined ? [] : [reviewIdOf(call.kind, event.data.queryId)];
  },
  evolve: (row, event) => {
    const call = callsForReview(event);
    if (call === undefined) return row;
    const { kind, because } = call;
    const { queryId } = event.data;
    const causes = row?.causes ?? [];
    return {
      reviewId: reviewIdOf(kind, queryId),
      kind,
      queryId,
      subject: row?.subject ?? event.metadata.subject ?? querySubject(queryId, undefined),
      askedBy: row?.askedBy ?? ownerOf(event.metadata.actor),
      state: 'open',
      causes: causes.includes(because) ? causes : [...causes, because],
      openedAt: row?.openedAt ?? event.recordedAt,
      openedPosition: row?.openedPosition ?? event.position,
      verdict: null,
      resolvedBy: null,
      resolvedAt: null,
    };
  },
});

/** The open and resolved reviews of questions and answers for compliance. */
export const reviewsProjection = defineKeyedProjection({
  name: 'reviews',
  version: 1,
  entity: reviewEntity,
  key: 'reviewId',
  folds: {
    PhiScreened: opens(),
    QueryAnswered: opens(),
    QueryFailed: opens(),
    PhiDetectionDisputed: opens(),
    ReviewResolved: {
      keys: ({ data: { kind, queryId } }) => [reviewIdOf(kind, queryId)],
      evolve: (row, { data: { verdict }, metadata, recordedAt }) =>
        row && {
          ...row,
          state: 'resolved' as const,
          verdict,
          resolvedBy: ownerOf(metadata.actor),
          resolvedAt: recordedAt,
        },
    },
  },
});
