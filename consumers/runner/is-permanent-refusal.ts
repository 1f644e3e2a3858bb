import { Failure } from '../../domain/kernel/failure.ts';
import { isDiskFull } from '../../ports/free-space.ts';
import { isFileStoreFailure } from './wait-if-file-store-down.ts';

/**
 * Whether a service would refuse the same request again, as with a wrong key or an unknown model. A file store that
 * refuses or is full does not count: it fails every request, so consumers wait for it as if it were unreachable.
 */
export const isPermanentRefusal = (error: unknown): error is Failure =>
  error instanceof Failure &&
  error.reason.details?.retryable === false &&
  !isFileStoreFailure(error) &&
  !isDiskFull(error);
