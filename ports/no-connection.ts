import { Failure } from '../domain/kernel/failure.ts';

/**
 * The same failure, of work for which no connection to the database could be opened: nothing was sent, and other
 * connections may still answer.
 */
export const withoutConnection = ({ reason, cause }: Failure): Failure =>
  new Failure({ ...reason, details: { ...reason.details, connected: false } }, { cause });

/** Whether work failed because no connection to the database could be opened. */
export const isWithoutConnection = (error: unknown): boolean =>
  error instanceof Failure && error.reason.details?.connected === false;
