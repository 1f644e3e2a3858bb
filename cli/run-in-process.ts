import { type ExitCode, exitCodes } from './cli-error.ts';
import type { CliRun } from './cli-run.ts';
import { createTerminal } from './output/terminal.ts';

/**
 * Runs work of the command line with the streams and signals of this process, and sets the exit code. The first Ctrl-C
 * aborts the work's signal, the second ends the process at once: nothing that was acknowledged can be lost.
 */
export const runInProcess = async (work: (cli: CliRun) => Promise<ExitCode>): Promise<void> => {
  // A reader of our output may stop early, as `| head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.done);
    const cause = error.code === 'ENOSPC' ? 'the disk is full' : (error.code ?? error.message);
    process.stderr.write(`The output cannot be written: ${cause}.\n`);
    process.exit(exitCodes.failed);
  });
  // Progress and messages that have no reader any more are no reason to break off a backup or an upload.
  process.stderr.on('error', () => {});
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(exitCodes.interrupted);
      stop.abort();
    });
  }
  process.exitCode = await work({
    terminal: createTerminal(),
    environment: process.env,
    input: process.stdin,
    signal: stop.signal,
    interrupt: () => process.kill(process.pid, 'SIGINT'),
  });
};
