import { Failure } from '../../domain/kernel/failure.ts';

/** The HTTP status of the service behind a failure, if it caused the failure. */
export const upstreamStatusOf = (error: unknown): number | undefined => {
  const status = error instanceof Failure ? error.reason.details?.upstream_status : undefined;
  return typeof status === 'number' ? status : undefined;
};

/** Whether a service responded with a server error (5xx). */
export const isServerError = (error: unknown): boolean => (upstreamStatusOf(error) ?? 0) >= 500;
