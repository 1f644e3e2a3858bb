import { Failure } from './failure.ts';

const MAX_FRAMES = 12;
const framePattern = /^\s+at .+:\d+:\d+\)?$/;

/**
 * The stack frames of an error without its message, for log lines. Lines of a message can look like frames, so only text
 * after the message counts. If the message was changed since, its end is unknown and no frame is returned.
 */
export const stackFramesOf = (error: unknown): readonly string[] => {
  if (!(error instanceof Error)) return [];
  const stack = error.stack ?? '';
  const message = stack.indexOf(error.message);
  if (message < 0) return [];
  return stack
    .slice(message + error.message.length)
    .split('\n')
    .filter((line) => framePattern.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim());
};

/**
 * An error as a short text that is safe to log, store and show. Only our own failures are quoted: the message of any
 * other error may hold the data that caused it, so only its type and code are named.
 */
export const describeError = (error: unknown): { readonly reason: string; readonly message: string } => {
  if (error instanceof Failure)
    return { reason: error.reason.code, message: error.reason.message.slice(0, 500) };
  if (error instanceof Error) {
    const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
    return { reason: 'internal_error', message: `Unexpected ${error.name}${code}.`.slice(0, 500) };
  }
  return { reason: 'internal_error', message: 'Unexpected error.' };
};
