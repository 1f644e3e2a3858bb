import { streamIdOf } from '../kernel/identifiers.ts';

/** Makes the id that a seed always leads to; see `IdentitySource`. */
type DerivedId = (seed: string, label: string) => string;

/**
 * The stream of a data subject. Its id is derived, so that the name of a stream, which appears in URLs and log lines, is
 * one of letters and digits whatever the subject is called, and reveals nothing by itself.
 */
export const subjectStream = (subject: string, derivedId: DerivedId) =>
  streamIdOf('subject', derivedId(subject, 'data subject'));
