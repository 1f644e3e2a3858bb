import { stackFramesOf } from '../../domain/kernel/describe-error.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';

/** What a log line may say about an error. */
type ErrorDescription = {
  readonly type: string;
  /** Only for failures of our own, whose messages are free of PHI by contract. */
  readonly message?: string;
  /** E.g. `conflict`, a Node.js code such as `ECONNREFUSED`, or an SQLSTATE. */
  readonly code?: string;
  /** Frames only. */
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
 * An error as a log line may hold it: its kind, its code and where it was thrown. The messages of foreign errors are
 * left out, because parsers and databases quote the values that they stumble over, and those can be PHI.
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
