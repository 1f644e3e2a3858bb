import { grantEnd } from '../../domain/ownership/grant-end.ts';
import { ownerOf } from '../../domain/ownership/owner-of.ts';
import { defineKeyedProjection } from '../keyed-projection.ts';
import { breakGlassEntity } from './entity.ts';

/** Every break-glass grant there was, with its review. */
export const breakGlassProjection = defineKeyedProjection({
  name: 'break-glass',
  version: 2,
  entity: breakGlassEntity,
  key: 'grantId',
  folds: {
    BreakGlassOpened: {
      keys: ({ data }) => [data.grantId],
      evolve: (row, { data: { grantId, target, minutes }, metadata, ...event }) =>
        row ?? {
          grantId,
          subject: metadata.subject ?? '',
          holder: ownerOf(metadata.actor),
          holderRole: metadata.actor.role,
          conversationId: 'conversationId' in target ? target.conversationId : null,
          queryId: 'queryId' in target ? target.queryId : null,
          aboutSubject: 'subject' in target ? target.subject : null,
          openedAt: event.recordedAt,
          expiresAt: grantEnd(event.recordedAt, minutes),
          streamId: event.streamId,
          openedPosition: event.position,
          openedRevision: event.revision,
          reviewedRevision: null,
          outcome: null,
          reviewedBy: null,
          reviewedAt: null,
        },
    },
    BreakGlassReviewed: {
      keys: ({ data }) => [data.grantId],
      evolve: (row, { data: { outcome }, metadata, revision, recordedAt }) =>
        row && {
          ...row,
          outcome,
          reviewedRevision: revision,
          reviewedBy: ownerOf(metadata.actor),
          reviewedAt: recordedAt,
        },
    },
  },
});
