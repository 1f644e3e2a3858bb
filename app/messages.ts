import { logFormatOn } from '../infra/observability/log-format.ts';

export type Output = {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
};

type MessageLevel = 'info' | 'warn' | 'error';

/** Writes a message to the person or the program that runs the server. */
export type Say = (message: string, level?: MessageLevel) => void;

/**
 * Writes messages as text where a person reads the output, and elsewhere as lines of the JSON log: a program that reads
 * a pipe or a file parses every line.
 */
export const sayOn =
  (output: Output, logFormat: string | undefined, wrap = (text: string): string => text): Say =>
  (message, level = 'info') => {
    const isText = logFormatOn(output, logFormat) === 'text';
    const time = new Date().toISOString();
    output.write(
      isText
        ? `${wrap(level === 'warn' ? `WARNING: ${message}` : message)}\n`
        : `${JSON.stringify({ level, time, message })}\n`,
    );
  };
