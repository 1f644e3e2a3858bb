import type { AnyEvent } from '../../domain/all-events.ts';

/** How what an event tells of went: as it was meant to, not so, or not at all because somebody was refused. */
export const auditOutcomes = ['success', 'failure', 'refused'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

const others: Readonly<Partial<Record<AnyEvent['type'], AuditOutcome>>> = {
  AccessRefused: 'refused',
  SubjectErasureDeclined: 'refused',
  IndexingFailed: 'failure',
  QueryFailed: 'failure',
  ProjectionRebuildFailed: 'failure',
  EmbeddingModelChangeFailed: 'failure',
  EventParked: 'failure',
  ComponentFailed: 'failure',
};

/** How what an event of this type tells of went. */
export const auditOutcomeOf = (type: AnyEvent['type']): AuditOutcome => others[type] ?? 'success';
