import type { WriteStream } from 'node:tty';
import { formatLogLine } from './format-log-line.ts';
import { type LogFormat, logFormatOn } from './log-format.ts';

/** The output of a log: a terminal, a file or a pipe. */
export type LogStream = { readonly write: (text: string) => unknown } & Partial<
  Pick<WriteStream, 'isTTY' | 'columns'>
>;

type LogDestination = { readonly write: (line: string) => void };

const DEFAULT_WIDTH = 80;
/** Below the width of any usable window. */
const LEAST_WIDTH = 40;

/** Colours only on a terminal that has them, and not with NO_COLOR (https://no-color.org). */
const hasColours = (
  { isTTY }: LogStream,
  { NO_COLOR, TERM }: Readonly<Record<string, string | undefined>>,
): boolean => isTTY === true && !NO_COLOR && TERM !== 'dumb';

/** Creates a destination for the lines of a JSON log: formatted as text for people, unchanged otherwise. */
export const logDestination = (
  stream: LogStream,
  format: LogFormat,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): LogDestination => {
  if (logFormatOn(stream, format) === 'json') return { write: (line) => void stream.write(line) };
  const colour = hasColours(stream, environment);
  return {
    write: (line) => {
      // Read for each line, because windows are resized.
      const width = Math.max(LEAST_WIDTH, stream.columns || DEFAULT_WIDTH);
      stream.write(formatLogLine(line, { width, colour }));
    },
  };
};
