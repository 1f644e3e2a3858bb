import type { StreamId } from '../domain/kernel/event.ts';
import type { ErasureEffect } from '../domain/privacy/subject-events.ts';

/** A data subject whose key has been destroyed. */
type ErasedSubject = {
  /** In full, e.g. `person:patient-4711`. */
  readonly subject: string;
  /** The streams that tell of it. */
  readonly streamIds: ReadonlySet<StreamId>;
  /** The commands and events that led to what the log tells of it. */
  readonly commandIds: ReadonlySet<string>;
};

/**
 * A place where something of data subjects is kept outside the log. `purge` removes it, or counts what the destroyed key
 * has made unreadable there; harmless when repeated.
 */
export type SubjectPurge = Pick<ErasureEffect, 'place' | 'effect'> & {
  readonly purge: (erased: ErasedSubject) => Promise<number>;
};
