import { Failure } from '../../domain/kernel/failure.ts';

/** Whether something could not be stored because the person whom it is about has been erased: it is settled then. */
export const isAboutErasedSubject = (error: unknown): boolean =>
  error instanceof Failure &&
  error.reason.code === 'rule_violated' &&
  error.reason.details?.reason === 'subject_erased';
