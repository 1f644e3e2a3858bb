import type { Command } from 'commander';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';

/** The exit codes of the command line. 130 is what shells report for a program that Ctrl-C interrupted. */
export const exitCodes = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A failure explained to the person at the terminal, without a stack trace. */
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

  /** The same error in terms of the command: it names arguments and options instead of request fields. */
  inWordsOf(_command: Command): CliError {
    return this;
  }
}

/** The error for wrong arguments or options; nothing has been done yet. */
export const usageError = (message: string, hint?: string): CliError =>
  new CliError(message, { exitCode: exitCodes.usage, ...omitUndefined({ hint }) });

/** The error for a command that Ctrl-C interrupted. */
export const interrupted = (message = 'Interrupted.'): CliError =>
  new CliError(message, { exitCode: exitCodes.interrupted });
