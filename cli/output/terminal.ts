import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import type { Environment } from '../environment.ts';
import { withoutControls } from '../plain-text.ts';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** The output of the command line: results go to standard output, everything else to standard error. */
export type Terminal = {
  /** Writes a result. */
  readonly print: (text?: string) => void;
  /** Writes a remark: progress, hints, errors. */
  readonly note: (text?: string) => void;
  /** Styles a text for `print`; leaves it unchanged unless the terminal shows colours. */
  readonly style: (style: Style, text: string) => string;
  /** Like `style`, but for `note`. */
  readonly noteStyle: (style: Style, text: string) => string;
  /** The columns of the window; without one, the value of COLUMNS, or 80. */
  readonly width: number;
  /** The stream for progress bars; absent when remarks go to a file or a pipe. */
  readonly bars: NodeJS.WritableStream | undefined;
  /** Whether results go to a terminal, not into a file or a pipe. */
  readonly onScreen: boolean;
  /** The stream of results, for content that is passed through unchanged. */
  readonly results: NodeJS.WritableStream;
  /** The stream of remarks, for a logger that writes its own lines. */
  readonly remarks: Stream;
};

type Stream = NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;

/** The usual minimum width of a window. */
const DEFAULT_WIDTH = 80;
/** A lower bound on the width, so that formatting never breaks. */
const LEAST_WIDTH = 20;

/** The columns for text written to a stream. A terminal may report 0 while its window is being created. */
const widthOf = ({ columns }: Stream, environment: Environment): number =>
  Math.max(LEAST_WIDTH, columns || Number.parseInt(environment.COLUMNS ?? '', 10) || DEFAULT_WIDTH);

/** Whether the terminal can only print, such as an editor's window or a serial line. */
const isDumb = (environment: Environment): boolean => environment.TERM === 'dumb';

/** Whether to use colours: only on a terminal that has them, and not with NO_COLOR (https://no-color.org). */
const hasColours = (stream: Stream, environment: Environment): boolean =>
  stream.isTTY === true && !environment.NO_COLOR && !isDumb(environment);

const styler =
  (stream: Stream, environment: Environment) =>
  (style: Style, text: string): string =>
    hasColours(stream, environment) ? styleText(style, text, { validateStream: false }) : text;

/** Writes text as lines. Removes control characters, because parts may come from any server and must not move the cursor. */
const lineWriter =
  (stream: Stream, environment: Environment) =>
  (text = ''): void => {
    stream.write(`${withoutControls(text, hasColours(stream, environment))}\n`);
  };

/** Creates the terminal of this process, or one on other streams. */
export const createTerminal = (
  out: Stream = process.stdout,
  err: Stream = process.stderr,
  environment: Environment = process.env,
): Terminal => ({
  print: lineWriter(out, environment),
  note: lineWriter(err, environment),
  style: styler(out, environment),
  noteStyle: styler(err, environment),
  width: widthOf(out, environment),
  bars: err.isTTY === true && !isDumb(environment) ? err : undefined,
  onScreen: out.isTTY === true,
  results: out,
  remarks: err,
});
