import type { Environment } from './connect.ts';
import type { Terminal } from './output/terminal.ts';

/** What the commands of one call share. */
export type CliRun = {
  readonly terminal: Terminal;
  readonly environment: Environment;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
};
