import { fullSubjectOf } from '../../domain/privacy/subject-reference.ts';
import { usageError } from '../cli-error.ts';

/** The data subject that an argument names, in full. */
export const subjectFrom = (text: string): string => {
  const full = fullSubjectOf(text);
  if (full !== undefined) return full;
  throw usageError(
    'That is not a data subject.',
    'Give the pseudonym of a person, or person:…, conversation:<id>, query:<id>, tool_call:<id>, document:<key> or searches-of:<user>.',
  );
};
