import { Failure } from '../domain/kernel/failure.ts';

/** Detail of the failure to read a missing or incomplete read model. */
export const readModelUnavailable = { readModel: 'away' } as const;

/**
 * Whether a read failed because the read model has not been built yet: no node that builds it has started, or it is
 * still building. That is no evidence about the reason for the read, and passes once such a node is running.
 */
export const isReadModelUnavailable = (error: unknown): error is Failure =>
  error instanceof Failure && error.reason.details?.readModel === readModelUnavailable.readModel;
