import { Failure } from '../../domain/kernel/failure.ts';

/** Whether a service said that it would refuse the same request again: a wrong key, or a model that does not exist. */
export const isPermanentRefusal = (error: unknown): error is Failure =>
  error instanceof Failure && error.reason.details?.retryable === false;
