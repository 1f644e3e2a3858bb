const PREFIX = 'document:';

/** The key of the document that a data subject stands for; `undefined` where it is no document. */
export const docKeyOfSubject = (subject: string): string | undefined =>
  subject.startsWith(PREFIX) ? subject.slice(PREFIX.length) : undefined;
