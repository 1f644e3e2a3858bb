import { logFormatOn } from '../infra/observability/log-format.ts';

export type Output = {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
};

type MessageLevel = 'info' | 'warn' | 'error';

/** Writes a message for the person or program that runs the server. */
export type MessageWriter = (message: string, level?: MessageLevel) => void;

/**
 * Writes messages as text for a person, and as lines of the JSON log elsewhere, because a program that reads a pipe or
 * file parses every line.
 */
export const createMessageWriter =
  (output: Output, logFormat: string | undefined, wrap = (text: string): string => text): MessageWriter =>
  (message, level = 'info') => {
    const isText = logFormatOn(output, logFormat) === 'text';
    const time = new Date().toISOString();
    output.write(
      isText
        ? `${wrap(level === 'warn' ? `WARNING: ${message}` : message)}\n`
        : `${JSON.stringify({ level, time, message })}\n`,
    );
  };
