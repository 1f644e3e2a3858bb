import { Failure } from './failure.ts';

export type SafeDescription = { readonly reason: string; readonly message: string };

/** Where an error was thrown, without its message: for log lines. */
export const stackFramesOf = (error: unknown): readonly string[] =>
  error instanceof Error
    ? (error.stack ?? '')
        .split('\n')
        .filter((line) => line.startsWith('    at '))
        .slice(0, 12)
        .map((line) => line.trim())
    : [];

/**
 * An error as a short text that is safe to log, store and show. Only our own failures are quoted: the message of any
 * other error may hold the very data that caused it, so it is named by its type and code alone.
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
