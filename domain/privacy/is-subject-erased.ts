import { Failure } from '../kernel/failure.ts';

/** Whether something was refused because the data subject that it is about has been erased: nothing more is stored. */
export const isSubjectErased = (error: unknown): boolean =>
  error instanceof Failure &&
  error.reason.code === 'rule_violated' &&
  error.reason.details?.reason === 'subject_erased';
