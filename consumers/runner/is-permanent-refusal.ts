import { Failure } from '../../domain/kernel/failure.ts';
import { isDiskFull } from '../../ports/free-space.ts';
import { isFilesFailure } from './wait-if-files-away.ts';

/**
 * Whether a service said that it would refuse the same request again: a wrong key, or a model that does not exist. A store
 * of files that refuses, or is full, does so with everything: that is waited for, as if it were away.
 */
export const isPermanentRefusal = (error: unknown): error is Failure =>
  error instanceof Failure &&
  error.reason.details?.retryable === false &&
  !isFilesFailure(error) &&
  !isDiskFull(error);
