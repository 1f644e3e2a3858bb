/** Starts the server. All settings come from the environment; see the README. */
import { parseArgs } from 'node:util';
import { announceStart } from './announce-start.ts';
import { createMessageWriter } from './messages.ts';
import { programVersion } from './program-version.ts';

const HELP = `Usage: npm start [-- --start-empty]

Starts the server. Settings are environment variables: see
docs/catalogues/settings.md.

  --start-empty  let the empty database at DATABASE_URL replace the embedded
                 one, which stays where it is
  --help         show this help

Everything else: npx anamnesis --help
`;

/** The exit codes that shells use for a process ended by these signals. */
const exitCodes = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const;
// A server that is still starting has acknowledged nothing and can exit immediately. It needs a handler all the same: a
// signal without one does not end the first process of a container, which would go on to serve.
let atSignal = (code: number): void => process.exit(code);
let isStopping = false;
const stopAt = (code: number): void => {
  isStopping = true;
  atSignal(code);
};
for (const [signal, code] of exitCodes) process.on(signal, () => stopAt(code));
// The terminal is gone. The kernel and the shell both send this, so a repetition does not ask for an immediate exit. Node.js
// resets the signal that nohup ignores.
process.on('SIGHUP', () => {
  if (!isStopping) stopAt(129);
});
// The reader of the output may disappear. Work continues, up to a clean shutdown.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

const readFlags = () => {
  try {
    return parseArgs({
      options: {
        'start-empty': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The flags cannot be read';
    createMessageWriter(process.stderr, process.env.LOG_FORMAT)(
      `Anamnesis could not start. ${message}. See "npm start -- --help".`,
      'error',
    );
    return process.exit(1);
  }
};

const { help, 'start-empty': startEmpty } = readFlags();
if (help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const version = await programVersion();
const { LOG_LEVEL, LOG_FORMAT } = process.env;
announceStart(version, process.stdout, { logLevel: LOG_LEVEL || 'info', logFormat: LOG_FORMAT });
// Loaded after the line above, because reading settings loads 200 modules.
const { runServer } = await import('./run-server.ts');
await runServer({
  version,
  environment: { ...process.env, ...(startEmpty ? { START_EMPTY: 'true' } : {}) },
  whenSignalled: (handle) => {
    atSignal = handle;
  },
});
