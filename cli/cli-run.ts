import type { Environment } from './environment.ts';
import type { Terminal } from './output/terminal.ts';

type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** What the commands of one call share. */
export type CliRun = {
  readonly terminal: Terminal;
  readonly environment: Environment;
  /** What a person types, or a pipe brings. */
  readonly input: Input;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Does what Ctrl-C does, for a prompt that gets Ctrl-C as a key. */
  readonly interrupt: () => void;
};
