import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import type { Environment } from '../environment.ts';
import { withoutControls } from '../plain-text.ts';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Where results and remarks go. Results go to standard output, everything about the work to standard error. */
export type Terminal = {
  /** Writes a result. */
  readonly print: (text?: string) => void;
  /** Writes a remark: progress, hints, errors. */
  readonly note: (text?: string) => void;
  /** Colours a text that is printed; leaves it alone without a terminal that shows colours. */
  readonly style: (style: Style, text: string) => string;
  /** The same for remarks. */
  readonly noteStyle: (style: Style, text: string) => string;
  /** Columns of the window; where there is none those of COLUMNS, or 80. */
  readonly width: number;
  /** Where a progress bar may move about; absent when remarks go to a file or a pipe. */
  readonly bars: NodeJS.WritableStream | undefined;
  /** Whether results go to a terminal, not into a file or a pipe. */
  readonly onScreen: boolean;
  /** Results themselves, for content that is passed through as it comes. */
  readonly results: NodeJS.WritableStream;
  /** Where remarks go, for a log that writes its own lines. */
  readonly remarks: Stream;
};

type Stream = NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;

/** What a pager's window has at least. */
const DEFAULT_WIDTH = 80;
/** Narrower than any window: nothing can be shown there, and nothing may break. */
const LEAST_WIDTH = 20;

/** Columns for what is written to a stream. A window of a terminal may say 0 while it is made. */
const widthOf = ({ columns }: Stream, environment: Environment): number =>
  Math.max(LEAST_WIDTH, columns || Number.parseInt(environment.COLUMNS ?? '', 10) || DEFAULT_WIDTH);

/** Whether the terminal can only print: an editor's window, a serial line. */
const isDumb = (environment: Environment): boolean => environment.TERM === 'dumb';

/** Colours only on a terminal that has them, and not with NO_COLOR (https://no-color.org). */
const hasColours = (stream: Stream, environment: Environment): boolean =>
  stream.isTTY === true && !environment.NO_COLOR && !isDumb(environment);

const styler =
  (stream: Stream, environment: Environment) =>
  (style: Style, text: string): string =>
    hasColours(stream, environment) ? styleText(style, text, { validateStream: false }) : text;

/** Writes a text as a line, or several. Any server may have written a part of it: that must not move the cursor. */
const lineWriter =
  (stream: Stream, environment: Environment) =>
  (text = ''): void => {
    stream.write(`${withoutControls(text, hasColours(stream, environment))}\n`);
  };

/** The terminal of this process, or one on other streams. */
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
