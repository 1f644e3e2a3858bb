import { Failure } from '../domain/kernel/failure.ts';

/** Among the details of the failure of a read of something that is missing or incomplete. */
export const readModelAway = { readModel: 'away' } as const;

/**
 * Whether a read model could not be read because it has not been built yet: no node that does so has started, or it is at
 * work. That says nothing of what it was to be read for, and passes once such a node is there.
 */
export const isReadModelAway = (error: unknown): error is Failure =>
  error instanceof Failure && error.reason.details?.readModel === readModelAway.readModel;
