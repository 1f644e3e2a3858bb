import type { StreamId } from '../domain/kernel/event.ts';
import type { ErasureEffect } from '../domain/privacy/subject-events.ts';

/** A data subject, and where the log names it. */
type SubjectInLog = {
  /** The full name, e.g. `person:patient-4711`. */
  readonly subject: string;
  /** The streams about it. */
  readonly streamIds: ReadonlySet<StreamId>;
  /** The commands and events that led to its events in the log. */
  readonly commandIds: ReadonlySet<string>;
};

/**
 * A place outside the log with data of subjects. `purge` removes it, or counts the data there that the destroyed key
 * has made unreadable; harmless when repeated.
 */
export type SubjectPurge = Pick<ErasureEffect, 'place' | 'effect'> & {
  readonly purge: (erased: SubjectInLog) => Promise<number>;
};

/** A place outside the log with data of subjects. `count` says how much of it an erasure would reach. */
export type SubjectCount = Pick<ErasureEffect, 'place' | 'effect'> & {
  readonly count: (subject: SubjectInLog) => Promise<number>;
};
