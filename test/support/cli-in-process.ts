import { PassThrough, Readable, Writable } from 'node:stream';
import type { CliRun } from '../../cli/cli-run.ts';
import type { Environment } from '../../cli/environment.ts';
import { createTerminal } from '../../cli/output/terminal.ts';
import { runCli } from '../../cli/run-cli.ts';
import type { CliResult, RunningCli } from './run-cli.ts';

type InProcessStreams = {
  /** The content of a piped standard input; empty by default. */
  readonly input?: string | CliRun['input'];
  /** Columns of a terminal that shows results and messages and accepts typing; pipes are used when absent. */
  readonly columns?: number;
};

type RunInProcess = {
  readonly cli: CliRun;
  readonly out: () => string;
  readonly err: () => string;
  /** Results and messages in the order in which a terminal shows them. */
  readonly screen: () => string;
  /** Types at the terminal. */
  readonly type: (text: string) => void;
};

/** Concatenated before decoding, because a character may be split across two parts. */
const textOf = (parts: readonly Buffer[]) => (): string => Buffer.concat(parts).toString();

const collector = (columns: number | undefined, screen: Buffer[]) => {
  const parts: Buffer[] = [];
  const stream = new Writable({
    write: (part: Buffer, _encoding, done) => {
      parts.push(part);
      screen.push(part);
      done();
    },
  });
  return {
    stream: columns === undefined ? stream : Object.assign(stream, { isTTY: true, columns }),
    text: textOf(parts),
  };
};

/** The streams of a command-line call in this process: pipes, or a terminal with scripted typing. */
export const openCliRun = (
  environment: Environment,
  { input, columns }: InProcessStreams = {},
): RunInProcess => {
  const screen: Buffer[] = [];
  const out = collector(columns, screen);
  const err = collector(columns, screen);
  const stop = new AbortController();
  const keyboard = Object.assign(new PassThrough(), { isTTY: columns !== undefined });
  if (columns === undefined) keyboard.end();
  return {
    cli: {
      terminal: createTerminal(out.stream, err.stream, environment),
      environment,
      input: typeof input === 'string' ? Readable.from([input]) : (input ?? keyboard),
      signal: stop.signal,
      interrupt: () => stop.abort(),
    },
    out: out.text,
    err: err.text,
    screen: textOf(screen),
    type: (text) => keyboard.write(text),
  };
};

/** A call of the command line in this process. */
export type CliInProcess = Omit<RunningCli, 'kill'> & Pick<RunInProcess, 'screen' | 'type'>;

/** Starts the command line in this process, at a hundredth of the cost of a separate process. */
export const startCliInProcess = (
  words: readonly string[],
  environment: Environment,
  streams: InProcessStreams = {},
): CliInProcess => {
  const { cli, out, err, screen, type } = openCliRun(environment, streams);
  return {
    finished: runCli(words, cli, '1.2.3').then((code) => ({ code, out: out(), err: err() })),
    out,
    err,
    screen,
    interrupt: cli.interrupt,
    type,
  };
};

/** Runs the command line in this process to its end. */
export const runCliInProcess = (
  words: readonly string[],
  environment: Environment,
  streams: InProcessStreams = {},
): Promise<CliResult> => startCliInProcess(words, environment, streams).finished;
