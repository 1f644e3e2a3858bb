import type { Command } from 'commander';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';

/** Exit codes of the command line. 130 is what a shell reports for a program that was ended by Ctrl-C. */
export const exitCodes = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Why a command did not succeed, in words for the person at the terminal: shown without a stack trace. */
export class CliError extends Error {
  override readonly name: string = 'CliError';
  readonly exitCode: ExitCode;
  /** What to do next. */
  readonly hint: string | undefined;

  constructor(
    message: string,
    options: { readonly exitCode?: ExitCode; readonly hint?: string; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.exitCode = options.exitCode ?? exitCodes.failed;
    this.hint = options.hint;
  }

  /** The same for the person who typed a command: its arguments and options instead of fields of a request. */
  inWordsOf(_command: Command): CliError {
    return this;
  }
}

/** For a call that names something wrong: nothing has been done yet. */
export const usageError = (message: string, hint?: string): CliError =>
  new CliError(message, { exitCode: exitCodes.usage, ...omitUndefined({ hint }) });

/** For a command that was ended by Ctrl-C before it was through. */
export const interrupted = (message = 'Interrupted.'): CliError =>
  new CliError(message, { exitCode: exitCodes.interrupted });
