/** Starts the server. All settings come from the environment; see the README. */
import { parseArgs } from 'node:util';
import { announceStart } from './announce-start.ts';
import { sayOn } from './messages.ts';
import { programVersion } from './program-version.ts';

const HELP = `Usage: npm start [-- --start-empty]

Starts the server. Settings are environment variables: see
docs/catalogues/settings.md.

  --start-empty  lets the empty database at DATABASE_URL take the place of an
                 embedded one, which stays where it is
  --help         shows this

Everything else: npx anamnesis --help
`;

/** Exit codes as a shell counts a process that such a signal has ended. */
const exitCodes = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const;
// A server that is still starting has acknowledged nothing. Listened for all the same: the first process of a container
// is not ended by a signal without a handler, and would begin to serve in spite of it.
let atSignal = (code: number): void => process.exit(code);
for (const [signal, code] of exitCodes) process.on(signal, () => atSignal(code));
// The reader of the output may go away. The work goes on, up to a clean shutdown.
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
    sayOn(process.stderr, process.env.LOG_FORMAT)(
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
// Loaded only now: it is most of the program.
const { runServer } = await import('./run-server.ts');
await runServer({
  version,
  environment: { ...process.env, ...(startEmpty ? { START_EMPTY: 'true' } : {}) },
  whenSignalled: (handle) => {
    atSignal = handle;
  },
});
