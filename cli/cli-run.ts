import type { Environment } from './environment.ts';
import type { Terminal } from './output/terminal.ts';

type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** The context of one run of the command line. */
export type CliRun = {
  readonly terminal: Terminal;
  readonly environment: Environment;
  /** Standard input: a person typing, or a pipe. */
  readonly input: Input;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Acts like Ctrl-C, for a prompt that receives Ctrl-C as a key press. */
  readonly interrupt: () => void;
};
