import { type ExitCode, exitCodes } from './cli-error.ts';
import type { CliRun } from './cli-run.ts';
import { createTerminal } from './output/terminal.ts';

/**
 * Runs `work` with the streams and signals of this process, and sets the exit code. The first Ctrl-C aborts the work's
 * signal, the second exits the process immediately; acknowledged work is never lost.
 */
export const runInProcess = async (work: (cli: CliRun) => Promise<ExitCode>): Promise<void> => {
  // The reader of our output may stop early, as with `| head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.done);
    const cause = error.code === 'ENOSPC' ? 'the disk is full' : (error.code ?? error.message);
    process.stderr.write(`The output cannot be written: ${cause}.\n`);
    process.exit(exitCodes.failed);
  });
  // A closed standard error must not abort a backup or an upload.
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
