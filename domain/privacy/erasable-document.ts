const PREFIX = 'document:';

/** The key of the document that a data subject stands for; undefined for other subjects. */
export const docKeyOfSubject = (subject: string): string | undefined =>
  subject.startsWith(PREFIX) ? subject.slice(PREFIX.length) : undefined;
