import { type AnyEvent, allEvents } from '../../domain/all-events.ts';
import { basisOf } from '../../domain/audit/basis-of.ts';
import { disclosedSubjects } from '../../domain/audit/disclosed-subjects.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { categoryOf } from '../../domain/kernel/identifiers.ts';
import { defineKeyedProjection, type EventFold, type EventFolds } from '../keyed-projection.ts';
import { auditActionOf } from './audit-actions.ts';
import { type AuditEntryRow, auditEntryEntity } from './entity.ts';

const entryOf = (type: AnyEvent['type'], event: RecordedEvent): AuditEntryRow => {
  const { actor, client } = event.metadata;
  return {
    eventId: event.id,
    position: event.position,
    type,
    action: auditActionOf(event),
    streamId: event.streamId,
    category: categoryOf(event.streamId),
    revision: event.revision,
    recordedAt: event.recordedAt,
    actorId: actor.id,
    actorRole: actor.role,
    onBehalfOf: actor.onBehalfOf ?? null,
    correlationId: event.metadata.correlationId,
    causationId: event.metadata.causationId,
    traceparent: event.metadata.traceparent ?? null,
    ip: client?.ip ?? null,
    userAgent: client?.userAgent ?? null,
    phi: event.metadata.phi,
    subject: event.metadata.subject ?? null,
    about: [...disclosedSubjects(event)],
    basis: basisOf(event) ?? null,
  };
};

const entryFold = (type: AnyEvent['type']): EventFold<AuditEntryRow, RecordedEvent> => ({
  startsRow: true,
  keys: (event) => [event.id],
  evolve: (_, event) => entryOf(type, event),
});

const folds: EventFolds<AuditEntryRow> = Object.fromEntries(
  allEvents.map(({ type }) => [type, entryFold(type)]),
);

export const auditEntriesProjection = defineKeyedProjection({
  name: 'audit-entries',
  version: 29,
  entity: auditEntryEntity,
  key: 'eventId',
  folds,
});
