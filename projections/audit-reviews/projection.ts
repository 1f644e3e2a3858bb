import { ownerOf } from '../../domain/ownership/owner-of.ts';
import { defineKeyedProjection } from '../keyed-projection.ts';
import { auditReviewEntity } from './entity.ts';

/** Every review of the audit trail. */
export const auditReviewsProjection = defineKeyedProjection({
  name: 'audit-reviews',
  version: 1,
  entity: auditReviewEntity,
  key: 'reviewId',
  folds: {
    AuditReviewed: {
      startsRow: true,
      keys: ({ data }) => [data.reviewId],
      evolve: (row, { data, metadata, ...event }) =>
        row ?? {
          reviewId: data.reviewId,
          position: event.position,
          firstPosition: data.from,
          lastPosition: data.to,
          actorId: data.actorId ?? null,
          about: data.subject ?? null,
          reviewer: ownerOf(metadata.actor),
          reviewedAt: event.recordedAt,
          noteSubject: metadata.subject ?? '',
          streamId: event.streamId,
          revision: event.revision,
        },
    },
  },
});
