import { Failure } from '../kernel/failure.ts';

/** Whether an operation was refused because its data subject has been erased: nothing more is stored about it. */
export const isSubjectErased = (error: unknown): boolean =>
  error instanceof Failure &&
  error.reason.code === 'rule_violated' &&
  error.reason.details?.reason === 'subject_erased';
