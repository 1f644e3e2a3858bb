import { Failure, failure } from '../../domain/kernel/failure.ts';

/** The problem, as reported to the front end. */
export const voiceProblem = (error: unknown): object => {
  const reason =
    error instanceof Failure ? error.reason : failure('internal_error', 'An internal error occurred.');
  const { code, message, details, retryAfter } = reason;
  return { type: 'error', error: { code, message, details, retryAfter } };
};
