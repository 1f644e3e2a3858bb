import { Failure } from './failure.ts';

/** Whether a component did not answer and may recover without intervention. */
export const isUnreachable = (error: unknown): error is Failure =>
  error instanceof Failure && (error.reason.code === 'unavailable' || error.reason.code === 'timeout');
