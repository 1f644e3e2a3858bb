import { Failure } from './failure.ts';

/** Whether what was asked did not answer, and may do so again by itself. */
export const isUnreachable = (error: unknown): error is Failure =>
  error instanceof Failure && (error.reason.code === 'unavailable' || error.reason.code === 'timeout');
