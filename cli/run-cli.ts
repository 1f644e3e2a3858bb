import { CommanderError } from 'commander';
import { CliError, type ExitCode, exitCodes } from './cli-error.ts';
import type { CliRun } from './cli-run.ts';
import { createProgram } from './create-program.ts';
import { fitScreen } from './output/fit-screen.ts';
import { plainText } from './plain-text.ts';

/** Shown help and version are no errors. Called without a command, commander shows help as an error. */
const exitCodeOf = (error: CommanderError): ExitCode =>
  error.exitCode === 0 ? exitCodes.done : exitCodes.usage;

/**
 * Runs one command and answers with its exit code: 0 done, 1 failed, 2 called in a wrong way, 130 interrupted. Every
 * error becomes a sentence on standard error.
 */
export const runCli = async (words: readonly string[], cli: CliRun, version: string): Promise<ExitCode> => {
  const { terminal } = cli;
  try {
    const program = await createProgram(words, cli, version);
    await program.parseAsync(words, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    if (error instanceof CommanderError) return exitCodeOf(error);
    if (error instanceof CliError) {
      terminal.note(terminal.noteStyle('red', fitScreen(error.message, terminal)));
      if (error.hint !== undefined) terminal.note(fitScreen(error.hint, terminal));
      return error.exitCode;
    }
    if (cli.signal.aborted) {
      terminal.note('Interrupted.');
      return exitCodes.interrupted;
    }
    const what = error instanceof Error ? `${error.name}: ${error.message}` : 'Something unknown was thrown.';
    terminal.note(terminal.noteStyle('red', 'This should not have happened.'));
    terminal.note(plainText(what).split('\n', 1)[0]);
    // The frames are for whoever mends the program.
    if (cli.environment.LOG_LEVEL === 'debug' && error instanceof Error)
      terminal.note(plainText(error.stack ?? ''));
    return exitCodes.failed;
  }
};
