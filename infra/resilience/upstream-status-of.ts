import { Failure } from '../../domain/kernel/failure.ts';

/** The status that a service answered with, where that was the failure. */
export const upstreamStatusOf = (error: unknown): number | undefined => {
  const status = error instanceof Failure ? error.reason.details?.upstream_status : undefined;
  return typeof status === 'number' ? status : undefined;
};

/** Whether a service answered that it failed itself (5xx). */
export const isServerError = (error: unknown): boolean => (upstreamStatusOf(error) ?? 0) >= 500;
