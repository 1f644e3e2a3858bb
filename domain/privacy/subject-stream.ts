import { streamIdOf } from '../kernel/identifiers.ts';

/** Derives the same id from the same seed; see `IdentitySource`. */
type DerivedId = (seed: string, label: string) => string;

/**
 * The stream of a data subject. Its id is derived, so that the stream name, which appears in URLs and log lines,
 * consists of letters and digits whatever the subject's name, and reveals nothing.
 */
export const subjectStream = (subject: string, derivedId: DerivedId) =>
  streamIdOf('subject', derivedId(subject, 'data subject'));
