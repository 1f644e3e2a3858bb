/**
 * The state of each subject's key, in the order of the request: present, destroyed on purpose (a tombstone), or
 * missing, which is never intended once data was sealed with it.
 */
export type SubjectKeyState = (
  subjects: readonly string[],
) => Promise<readonly ('present' | 'destroyed' | 'missing')[]>;
