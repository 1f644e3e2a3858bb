/** Starts the server. All settings come from the environment; see the README. */
import { parseArgs } from 'node:util';
import { Failure } from '../domain/kernel/failure.ts';
import { dataDirectoryFailure } from '../infra/installation/data-directory/open-data-directory.ts';
import { systemCodeOf } from '../infra/installation/data-directory/small-files.ts';
import { chooseOcr, NO_OCR } from '../infra/reading/text-extraction/ocr/choose-ocr.ts';
import { ensureSharedAdminToken } from '../infra/services/auth/share-admin-token.ts';
import { ConfigurationError } from './configuration/configuration-error.ts';
import { readConfiguration } from './configuration/read-configuration.ts';
import type { Application } from './create-application.ts';
import { programVersion } from './program-version.ts';
import { isOpenWithoutTls, startServer } from './start-server.ts';
import { writeOut } from './write-out.ts';

const version = await programVersion();

/** Every step of stopping has its own limit; this one is for what no step foresaw. */
const MAX_STOP_MS = 14_500;

const HELP = `Usage: npm start [-- --start-empty]

Starts the server. Settings are environment variables: see
docs/catalogues/settings.md.

  --start-empty  lets the empty database at DATABASE_URL take the place of an
                 embedded one, which stays where it is
  --help         shows this

Everything else: npx anamnesis --help`;

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Shows a new admin token where a person watches; elsewhere output is kept in logs, and the token in a file. */
const handOverToken = async ({ database, dataDirectory, logger }: Application): Promise<void> => {
  const show = process.stdout.isTTY
    ? (token: string) => writeOut(process.stdout, `Admin token (shown this once, keep it safe): ${token}\n`)
    : undefined;
  const handedOver = ensureSharedAdminToken(database, { dataDirectory, logger }, show).catch(
    (error: unknown) => {
      throw dataDirectoryFailure(dataDirectory.path, error);
    },
  );
  const handed = await handedOver;
  if (handed === undefined) return;
  const { file } = handed;
  if (file !== undefined) say(`Admin token: in ${file} (remove the file once you have read it)`);
  say(
    'It makes tokens for users and does nothing else: npx anamnesis tokens create <name> --roles clinician',
  );
};

const isUnknownFlag = (error: unknown): error is Error =>
  systemCodeOf(error)?.startsWith('ERR_PARSE_ARGS') === true;

/** Exit codes as a shell counts a process that such a signal has ended. */
const exitCodes = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const;
// Whoever is still starting has acknowledged nothing. Listened for all the same: the first process of a container is
// not ended by a signal without a handler, and would begin to serve in spite of it.
let atSignal = (code: number): void => process.exit(code);
/** What a start that fails has to close: its leases would else hold up the other nodes until they run out. */
let close = async (): Promise<void> => {};
for (const [signal, code] of exitCodes) process.on(signal, () => atSignal(code));
// Whoever reads the output may go away. Nobody is left to tell, and the work goes on, up to an orderly stop.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

try {
  const { values: flags } = parseArgs({
    options: {
      'start-empty': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (flags.help) {
    say(HELP);
    process.exit(0);
  }
  const configuration = readConfiguration({
    ...process.env,
    ...(flags['start-empty'] ? { START_EMPTY: 'true' } : {}),
  });
  const server = await startServer({ configuration, version });
  close = server.stop;
  // Begun before a signal is listened for and ended before the process is: a token that was shown comes into force.
  const handedOver = handOverToken(server.application);
  let stopping = false;
  atSignal = () => {
    // The second signal ends the process at once; nothing acknowledged can be lost.
    if (stopping) process.exit(130);
    stopping = true;
    say('Stopping: finishing what is under way …');
    setTimeout(() => {
      say('Not everything came to an end in time; nothing acknowledged is lost.');
      process.exit(1);
    }, MAX_STOP_MS).unref();
    Promise.allSettled([handedOver])
      .then(() => server.stop())
      .then(
        () => {
          say('Stopped.');
          process.exit(0);
        },
        () => process.exit(1),
      );
  };
  // Only now: whoever reads this may stop the process at once, and in order.
  say(`Anamnesis ${version} is listening on ${server.url}`);
  if (isOpenWithoutTls(configuration.host, configuration))
    say(
      `WARNING: HOST ${configuration.host} lets other machines in WITHOUT TLS: tokens and patients' data can be read on the way. Set TLS_CERT and TLS_KEY; or put a proxy with TLS in front and set TRUST_PROXY=true.`,
    );
  const { masterKeyAdvice } = server.application;
  if (masterKeyAdvice !== undefined) say(`WARNING: ${masterKeyAdvice}`);
  for (const { name, meant } of configuration.misspelt)
    say(`WARNING: ${name} is set, and nothing reads it. Was ${meant} meant?`);
  if (configuration.unusedKeyAdvice !== undefined) say(`WARNING: ${configuration.unusedKeyAdvice}`);
  say(`Data directory: ${server.application.dataDirectory.path}`);
  await handedOver;
  if ((await chooseOcr()).kind === 'none') say(NO_OCR);
  const { databaseUrl, vectorIndex } = configuration;
  if (databaseUrl !== undefined && vectorIndex === 'auto' && server.application.vectorBackend === 'bytes') {
    say('pgvector is not installed on the database server: vectors are compared in this process.');
  }
} catch (error) {
  const known = error instanceof ConfigurationError || error instanceof Failure || isUnknownFlag(error);
  const hint = isUnknownFlag(error) ? '. See "npm start -- --help".' : '';
  process.stderr.write(
    `Anamnesis could not start. ${known ? error.message : error instanceof Error ? (error.stack ?? error.message) : ''}${hint}\n`,
  );
  setTimeout(() => process.exit(1), MAX_STOP_MS).unref();
  await close().catch(() => {});
  process.exit(1);
}
