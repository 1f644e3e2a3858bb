/** The command line: `npm run cli -- --help`. */

import { readProgramVersion } from '../infra/installation/read-program-version.ts';
import { exitCodes } from './cli-error.ts';
import { createTerminal } from './output/terminal.ts';
import { runCli } from './run-cli.ts';

// Whoever reads our output may stop early, as `| head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.failed);
});

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // The second signal ends the process at once; nothing that was acknowledged can be lost.
    if (stop.signal.aborted) process.exit(exitCodes.interrupted);
    stop.abort();
  });
}

process.exitCode = await runCli(
  process.argv.slice(2),
  {
    terminal: createTerminal(),
    environment: process.env,
    input: process.stdin,
    signal: stop.signal,
    interrupt: () => process.kill(process.pid, 'SIGINT'),
  },
  await readProgramVersion(),
);
