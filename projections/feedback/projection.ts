import { querySubject } from '../../domain/privacy/data-subject.ts';
import { defineKeyedProjection, type RecordedOf } from '../keyed-projection.ts';
import { feedbackEntity, feedbackSealing } from './entity.ts';

const feedbackIdOf = ({ data }: RecordedOf<'FeedbackGiven'>): string => `${data.queryId}/${data.givenBy}`;

/** Each person's judgement of each answer; a later judgement replaces the earlier one. */
export const feedbackProjection = defineKeyedProjection({
  name: 'feedback',
  version: 3,
  entity: feedbackEntity,
  sealing: feedbackSealing,
  key: 'feedbackId',
  folds: {
    FeedbackGiven: {
      keys: (event) => [feedbackIdOf(event)],
      evolve: (row, event) => ({
        feedbackId: feedbackIdOf(event),
        queryId: event.data.queryId,
        subject: event.metadata.subject ?? querySubject(event.data.queryId, undefined),
        givenBy: event.data.givenBy,
        actorRole: event.metadata.actor.role,
        kind: event.data.kind,
        docKey: event.data.docKey ?? null,
        chunkId: event.data.chunkId ?? null,
        comment: event.data.comment ?? null,
        givenAt: event.recordedAt,
        givenPosition: event.position,
        timesGiven: (row?.timesGiven ?? 0) + 1,
      }),
    },
  },
});
