import { Failure, type FailureCode } from '../../domain/kernel/failure.ts';

const transient: ReadonlySet<FailureCode> = new Set(['unavailable', 'rate_limit_exceeded']);

/** Whether a service is unavailable or rate limiting, so that the same request may succeed a moment later. */
export const isTransient = (error: unknown): boolean =>
  error instanceof Failure && transient.has(error.reason.code);
