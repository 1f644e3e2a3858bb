import { wrapText } from '../domain/clinical-text/wrap-text.ts';
import { Failure } from '../domain/kernel/failure.ts';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';
import { logLevels } from '../infra/observability/log-level.ts';
import { chooseOcr, NO_OCR } from '../infra/reading/text-extraction/ocr/choose-ocr.ts';
import type { Configuration } from './configuration/configuration.ts';
import { ConfigurationError } from './configuration/configuration-error.ts';
import { readConfiguration } from './configuration/read-configuration.ts';
import { keepServing } from './keep-serving.ts';
import { createMessageWriter, type MessageWriter, type Output } from './messages.ts';
import type { Server } from './start-server.ts';
import { MAX_STOP_MS, stopInOrder } from './stop-in-order.ts';

type RunOptions = {
  readonly version: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Sets the handler of signals; until then, a signal exits the process immediately. */
  readonly whenSignalled: (handle: () => void) => void;
};

/** Wraps each line between words on a terminal, keeping its indentation. */
const fitOn =
  ({ isTTY, columns }: Output) =>
  (text: string): string =>
    isTTY
      ? text
          .split('\n')
          .map((line) => wrapText(line, columns || 80, /^ */.exec(line)?.[0]))
          .join('\n')
      : text;

/** Writes messages to an output of this process, with lines wrapped to the terminal. */
const speakOn = (output: Output, { LOG_FORMAT }: RunOptions['environment']): MessageWriter =>
  createMessageWriter(output, LOG_FORMAT, fitOn(output));

/** Reports the status to the person who started the server. */
const reportStatus = (server: Server, say: MessageWriter, { logLevel }: Configuration): void => {
  // The log already shows the others.
  for (const { level, text } of server.notes)
    if (logLevels.indexOf(logLevel) > logLevels.indexOf(level)) say(text, level);
  const shortage = server.application.shortage();
  if (shortage !== undefined) say(shortage, 'warn');
  say(`Data directory: ${server.application.dataDirectory.path}`);
};

/** Runs the server until a signal stops it. A failed start exits the process with a sentence on standard error. */
export const runServer = async ({ version, environment, whenSignalled }: RunOptions): Promise<void> => {
  const say = speakOn(process.stdout, environment);
  /** Closes what a failed start has opened; otherwise its leases would block other nodes until they expire. */
  let close = async (): Promise<void> => {};
  const fail = async (error: unknown): Promise<void> => {
    const known = error instanceof ConfigurationError || error instanceof Failure;
    const reason = known ? error.message : error instanceof Error ? (error.stack ?? error.message) : '';
    speakOn(process.stderr, environment)(`Anamnesis could not start. ${reason}`, 'error');
    setTimeout(() => process.exit(1), MAX_STOP_MS).unref();
    await close().catch(() => {});
    process.exit(1);
  };
  try {
    const configuration = readConfiguration(environment);
    // Most of the program. Loaded only now, so that a wrong setting is reported at once.
    const [{ startServer }, { handOverToken }] = await Promise.all([
      import('./start-server.ts'),
      import('./hand-over-token.ts'),
    ]);
    let { port } = configuration;
    let handedOver: Promise<void> = Promise.resolve();
    const stop = new AbortController();
    const serving = await keepServing({
      start: (former) =>
        startServer({ configuration: { ...configuration, port }, version, ...omitUndefined({ former }) }),
      onBroken: () => say('The database does not continue the log that was read. Restarting …'),
      onStartedAgain: (server) => {
        // Recreates a token that the database has lost.
        const handOver = { say, stopping: stop.signal, isFirstStart: false };
        handedOver = handOverToken(server.application, handOver).catch(fail);
        say(`Anamnesis ${version} is listening on ${server.url} again`);
      },
      onFailed: fail,
    });
    const { first: server } = serving;
    close = serving.stop;
    port = Number(new URL(server.url).port) || port;
    // Started before signals are handled and awaited before the exit, so that a token that was shown always takes effect.
    handedOver = handOverToken(server.application, { say, stopping: stop.signal, isFirstStart: true });
    whenSignalled(
      stopInOrder({
        stopServing: serving.stop,
        handedOver: () => handedOver,
        stop,
        say,
        exit: (code) => process.exit(code),
      }),
    );
    // Printed only now, because this line promises that the process can be stopped cleanly.
    say(`Anamnesis ${version} is listening on ${server.url}`);
    reportStatus(server, say, configuration);
    await handedOver;
    if ((await chooseOcr()).kind === 'none') say(NO_OCR);
    const { databaseUrl, vectorIndex } = configuration;
    if (databaseUrl !== undefined && vectorIndex === 'auto' && server.application.vectorBackend === 'bytes') {
      say('pgvector is not installed on the database server: vectors are compared in this process.');
    }
  } catch (error) {
    await fail(error);
  }
};
