import type { AnyEvent } from '../../domain/all-events.ts';

/** The outcome of the action that an event records. */
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
  LogEventsLost: 'failure',
  SealingStopped: 'failure',
  LogVerificationFailed: 'failure',
  WitnessContradicted: 'failure',
};

/** The outcome of the action that an event of this type records. */
export const auditOutcomeOf = (type: AnyEvent['type']): AuditOutcome => others[type] ?? 'success';
