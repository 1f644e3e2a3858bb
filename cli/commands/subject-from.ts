import { fullSubjectOf } from '../../domain/privacy/subject-reference.ts';
import { usageError } from '../cli-error.ts';

/** The full name of the data subject that an argument names. */
export const subjectFrom = (text: string): string => {
  const full = fullSubjectOf(text);
  if (full !== undefined) return full;
  throw usageError(
    'That is not a data subject.',
    'Use the pseudonym of a person, or person:…, conversation:<id>, query:<id>, tool_call:<id>, document:<key> or searches-of:<user>.',
  );
};
