import { Failure, failure } from '../../domain/kernel/failure.ts';

/**
 * Throws `validation_error` when an end is in the past: a mistyped year must not leave anyone believing that a hold
 * or a share is in force.
 */
export const refusePast = (field: string, end: string | undefined, now: string): void => {
  if (end === undefined || end > now) return;
  throw new Failure(
    failure('validation_error', 'It would already have ended: give a later day or instant.', {
      details: { issues: [{ path: field, message: 'must be in the future' }] },
    }),
  );
};
