import { grantEnd } from '../../domain/ownership/grant-end.ts';
import { ownerOf } from '../../domain/ownership/owner-of.ts';
import { defineKeyedProjection, type RecordedOf } from '../keyed-projection.ts';
import { type BreakGlassRow, breakGlassEntity } from './entity.ts';

/** The row of a grant that was opened or requested. */
const wanted = ({
  data: { grantId, target, minutes },
  metadata,
  ...event
}: RecordedOf<'BreakGlassOpened' | 'BreakGlassRequested'>): Omit<BreakGlassRow, 'awaitsApproval'> => ({
  grantId,
  subject: metadata.subject ?? '',
  holder: ownerOf(metadata.actor),
  holderRole: metadata.actor.role,
  conversationId: 'conversationId' in target ? target.conversationId : null,
  queryId: 'queryId' in target ? target.queryId : null,
  aboutSubject: 'subject' in target ? target.subject : null,
  approvedBy: null,
  openedAt: event.recordedAt,
  expiresAt: grantEnd(event.recordedAt, minutes),
  streamId: event.streamId,
  openedPosition: event.position,
  openedRevision: event.revision,
  reviewedRevision: null,
  outcome: null,
  reviewedBy: null,
  reviewedAt: null,
});

/** Every break-glass grant, with its approval and its review. */
export const breakGlassProjection = defineKeyedProjection({
  name: 'break-glass',
  version: 3,
  entity: breakGlassEntity,
  key: 'grantId',
  folds: {
    BreakGlassOpened: {
      keys: ({ data }) => [data.grantId],
      evolve: (row, event) => row ?? { ...wanted(event), awaitsApproval: false },
    },
    BreakGlassRequested: {
      keys: ({ data }) => [data.grantId],
      evolve: (row, event) => row ?? { ...wanted(event), awaitsApproval: true },
    },
    BreakGlassApproved: {
      keys: ({ data }) => [data.grantId],
      evolve: (row, { metadata, recordedAt }) =>
        row && {
          ...row,
          awaitsApproval: false,
          approvedBy: ownerOf(metadata.actor),
          openedAt: recordedAt,
          expiresAt: new Date(
            Date.parse(recordedAt) + Date.parse(row.expiresAt) - Date.parse(row.openedAt),
          ).toISOString(),
        },
    },
    BreakGlassReviewed: {
      keys: ({ data }) => [data.grantId],
      evolve: (row, { data: { outcome }, metadata, revision, recordedAt }) =>
        row && {
          ...row,
          outcome,
          expiresAt: outcome === 'unjustified' && row.expiresAt > recordedAt ? recordedAt : row.expiresAt,
          reviewedRevision: revision,
          reviewedBy: ownerOf(metadata.actor),
          reviewedAt: recordedAt,
        },
    },
  },
});
