/**
 * How the key of each subject is, in the order of the question: there, destroyed on purpose (a tombstone), or missing,
 * which nobody did on purpose once something was sealed with it.
 */
export type SubjectKeyState = (
  subjects: readonly string[],
) => Promise<readonly ('present' | 'destroyed' | 'missing')[]>;
