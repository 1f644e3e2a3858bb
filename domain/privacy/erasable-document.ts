const PREFIX = 'document:';

/** Returns the document key of a data subject; undefined if the subject is not a document. */
export const docKeyOfSubject = (subject: string): string | undefined =>
  subject.startsWith(PREFIX) ? subject.slice(PREFIX.length) : undefined;
