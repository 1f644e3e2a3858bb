import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Where results and remarks go. Results go to standard output, everything about the work to standard error. */
export type Terminal = {
  /** Writes a result. */
  readonly print: (text?: string) => void;
  /** Writes a remark: progress, hints, errors. */
  readonly note: (text?: string) => void;
  /** Colours a text that is printed; leaves it alone where nobody sees colours. */
  readonly style: (style: Style, text: string) => string;
  /** The same for remarks. */
  readonly noteStyle: (style: Style, text: string) => string;
  /** Columns of the window; 100 where there is none. */
  readonly width: number;
  /** Where a progress bar may move about; absent when remarks go to a file or a pipe. */
  readonly bars: NodeJS.WritableStream | undefined;
  /** Whether results go to a screen where somebody reads them, not into a file or a pipe. */
  readonly onScreen: boolean;
  /** Results themselves, for content that is passed through as it comes. */
  readonly results: NodeJS.WritableStream;
};

type Stream = NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;

const DEFAULT_WIDTH = 100;

/** Colours only on a terminal, and not with NO_COLOR (https://no-color.org). */
const styler =
  (stream: Stream) =>
  (style: Style, text: string): string =>
    stream.isTTY === true && !process.env.NO_COLOR ? styleText(style, text, { validateStream: false }) : text;

/** The terminal of this process, or one on other streams. */
export const createTerminal = (out: Stream = process.stdout, err: Stream = process.stderr): Terminal => ({
  print: (text = '') => {
    out.write(`${text}\n`);
  },
  note: (text = '') => {
    err.write(`${text}\n`);
  },
  style: styler(out),
  noteStyle: styler(err),
  width: out.columns ?? DEFAULT_WIDTH,
  bars: err.isTTY === true ? err : undefined,
  onScreen: out.isTTY === true,
  results: out,
});
