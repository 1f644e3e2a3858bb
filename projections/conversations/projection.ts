import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { ownerOf } from '../../domain/ownership/owner-of.ts';
import { conversationSubject } from '../../domain/privacy/data-subject.ts';
import { defineKeyedProjection } from '../keyed-projection.ts';
import { conversationEntity, conversationSealing } from './entity.ts';

const updatedBy = (event: RecordedEvent) => ({
  updatedAt: event.recordedAt,
  updatedPosition: event.position,
});

export const conversationsProjection = defineKeyedProjection({
  name: 'conversations',
  version: 5,
  entity: conversationEntity,
  sealing: conversationSealing,
  key: 'conversationId',
  folds: {
    ConversationStarted: {
      keys: (event) => [event.data.conversationId],
      evolve: (row, event) =>
        row ?? {
          conversationId: event.data.conversationId,
          subject: event.metadata.subject ?? conversationSubject(event.data.conversationId, undefined),
          title: event.data.title ?? null,
          clinicalContext: null,
          startedAt: event.recordedAt,
          startedBy: event.metadata.actor.id,
          owner: ownerOf(event.metadata.actor),
          ...updatedBy(event),
          queryCount: 0,
          revision: event.revision,
        },
    },
    ClinicalContextSet: {
      keys: (event) => [event.data.conversationId],
      evolve: (row, event) =>
        row && {
          ...row,
          clinicalContext: event.data.clinicalContext,
          ...updatedBy(event),
          revision: event.revision,
        },
    },
    // A question advances the revision that a writer must have seen; the question itself is counted below.
    ConversationContinued: {
      keys: (event) => [event.data.conversationId],
      evolve: (row, event) => row && { ...row, revision: event.revision },
    },
    // Sharing only advances the revision that a writer must have seen.
    ConversationShared: {
      keys: (event) => [event.data.conversationId],
      evolve: (row, event) => row && { ...row, revision: event.revision },
    },
    ConversationUnshared: {
      keys: (event) => [event.data.conversationId],
      evolve: (row, event) => row && { ...row, revision: event.revision },
    },
    QueryAsked: {
      keys: (event) => (event.data.conversationId === undefined ? [] : [event.data.conversationId]),
      evolve: (row, event) => row && { ...row, queryCount: row.queryCount + 1, ...updatedBy(event) },
    },
  },
});
