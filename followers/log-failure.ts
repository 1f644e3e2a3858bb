import { describeError, stackFramesOf } from '../domain/kernel/describe-error.ts';
import { isUnreachable } from '../domain/kernel/is-unreachable.ts';
import type { LogFields, Logger } from '../ports/logger.ts';

/**
 * Logs a failure that will be retried. An outage of a component is a warning that names it; stack frames of this
 * program would add nothing. Anything else is an error with its frames.
 */
export const logFailure = (logger: Logger, fields: LogFields, error: unknown, message: string): void => {
  const about = { ...fields, error: describeError(error).message };
  if (isUnreachable(error)) logger.warn(about, message);
  else logger.error({ ...about, frames: stackFramesOf(error) }, message);
};
