import { Failure } from '../../domain/kernel/failure.ts';

/**
 * Whether the database could not be reached: not a fault of the build, which resumes when the projection is started
 * again. A statement timeout is different: it would time out again.
 */
export const isOutage = (error: unknown): boolean =>
  error instanceof Failure &&
  error.reason.code === 'unavailable' &&
  (error.reason.component === 'database' || error.reason.component === 'event-store');
