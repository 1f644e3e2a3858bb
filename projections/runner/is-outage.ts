import { Failure } from '../../domain/kernel/failure.ts';

/**
 * Whether the database could not be reached: no fault of what is being built, which goes on where it stood as soon as
 * the projection is begun again. A statement that takes too long is another matter: it would take as long again.
 */
export const isOutage = (error: unknown): boolean =>
  error instanceof Failure &&
  error.reason.code === 'unavailable' &&
  (error.reason.component === 'database' || error.reason.component === 'event-store');
