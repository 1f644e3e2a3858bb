import { stackFramesOf } from '../../domain/kernel/describe-error.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';

/** The parts of an error that may be logged. */
type ErrorDescription = {
  readonly type: string;
  /** Only of our own failures, whose messages are free of PHI by contract. */
  readonly message?: string;
  /** For example `conflict`, a Node.js code such as `ECONNREFUSED`, or an SQLSTATE. */
  readonly code?: string;
  /** Stack frames without the message. */
  readonly stack?: readonly string[];
  readonly cause?: ErrorDescription;
};

const MAX_CAUSES = 4;
const plainCode = /^[\w.-]{1,64}$/;

const codeOf = (error: Error): string | undefined => {
  if (error instanceof Failure) return error.reason.code;
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && plainCode.test(code) ? code : undefined;
};

/**
 * Reduces an error to what may be logged: its type, code and stack frames. Messages of foreign errors are omitted,
 * because parsers and databases quote the offending values, which can be PHI.
 */
export const errorForLog = (error: unknown, depth = 0): ErrorDescription => {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = codeOf(error);
  return {
    type: error.name,
    ...(error instanceof Failure ? { message: error.reason.message } : {}),
    ...omitUndefined({ code }),
    stack: stackFramesOf(error),
    ...(error.cause !== undefined && depth < MAX_CAUSES
      ? { cause: errorForLog(error.cause, depth + 1) }
      : {}),
  };
};
