import { type Command, CommanderError } from 'commander';
import { Refusal } from '../app/refusal.ts';
import { UnexpectedAnswer } from '../client/failures.ts';
import { counted } from '../domain/kernel/counted.ts';
import { Failure } from '../domain/kernel/failure.ts';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';
import { CliError, type ExitCode, exitCodes } from './cli-error.ts';
import type { CliRun } from './cli-run.ts';
import { createProgram } from './create-program.ts';
import { fitScreen } from './output/fit-screen.ts';
import { plainText } from './plain-text.ts';

/** Help and version are successes; without a command, commander reports help as an error. */
const exitCodeOf = (error: CommanderError): ExitCode =>
  error.exitCode === 0 ? exitCodes.done : exitCodes.usage;

const refusalError = (refusal: Refusal): CliError =>
  new CliError(refusal.message, {
    exitCode: refusal.isMisuse ? exitCodes.usage : exitCodes.failed,
    ...omitUndefined({ hint: refusal.hint }),
    cause: refusal,
  });

/**
 * The error to show for what a command threw. The message of a failure is a sentence for people already, unless the program
 * itself is at fault.
 */
const shownError = (thrown: unknown): unknown => {
  if (thrown instanceof Refusal) return refusalError(thrown);
  if (thrown instanceof Failure && thrown.reason.code !== 'internal_error')
    return new CliError(thrown.reason.message, { cause: thrown });
  return thrown;
};

/** Limits on the lines of an error and its hint, so that both are seen at a glance. */
const MESSAGE_LINES = 8;
const HINT_LINES = 4;

/** The first lines of a text, with the number of omitted ones. */
const firstLines = (text: string, most: number): string => {
  const lines = text.split('\n');
  if (lines.length <= most) return text;
  const shown = most - 1;
  return [...lines.slice(0, shown), `… (${counted(lines.length - shown, 'more line')})`].join('\n');
};

/**
 * Runs one command and returns its exit code: 0 done, 1 failed, 2 usage error, 130 interrupted. Every error becomes a
 * sentence on standard error.
 */
export const runCli = async (words: readonly string[], cli: CliRun, version: string): Promise<ExitCode> => {
  const { terminal } = cli;
  let called: Command | undefined;
  try {
    const program = await createProgram(words, cli, version);
    program.hook('preAction', (_program, command) => {
      called = command;
    });
    await program.parseAsync(words, { from: 'user' });
    return exitCodes.done;
  } catch (thrown) {
    const error = shownError(thrown);
    if (error instanceof CommanderError) return exitCodeOf(error);
    if (error instanceof CliError) {
      const { message, hint, exitCode } = called === undefined ? error : error.inWordsOf(called);
      terminal.note(terminal.noteStyle('red', firstLines(fitScreen(message, terminal), MESSAGE_LINES)));
      if (hint !== undefined) terminal.note(firstLines(fitScreen(hint, terminal), HINT_LINES));
      return exitCode;
    }
    if (error instanceof UnexpectedAnswer) {
      terminal.note(terminal.noteStyle('red', `The server gave an unexpected answer. ${error.message}`));
      terminal.note('Use the same version of the command line and the server.');
      return exitCodes.failed;
    }
    if (cli.signal.aborted) {
      terminal.note('Interrupted.');
      return exitCodes.interrupted;
    }
    const what = error instanceof Error ? `${error.name}: ${error.message}` : 'An unknown value was thrown.';
    terminal.note(terminal.noteStyle('red', 'Unexpected error. Please report it.'));
    terminal.note(plainText(what).split('\n', 1)[0]);
    // Stack traces are for developers.
    if (cli.environment.LOG_LEVEL === 'debug' && error instanceof Error)
      terminal.note(plainText(error.stack ?? ''));
    return exitCodes.failed;
  }
};
