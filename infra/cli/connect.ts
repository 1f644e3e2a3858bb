import { stat } from 'node:fs/promises';
import { Failure } from '../../domain/kernel/failure.ts';
import { type Configuration, ConfigurationError, readConfiguration } from '../configuration.ts';
import { findRunningServer, openDataDirectory } from '../data-directory.ts';
import { createLogger } from '../observability/create-logger.ts';
import type { Server } from '../start-server.ts';
import { type ApiClient, createApiClient } from './api/api-client.ts';
import { CliError, interrupted, usageError } from './cli-error.ts';
import type { Terminal } from './output/terminal.ts';
import { readProgramVersion } from './read-program-version.ts';
import { createCliTokens } from './sign-cli-token.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type ConnectOptions = {
  /** The address of a server; without it the one that runs on the data directory, or none. */
  readonly url: string | undefined;
  readonly environment: Environment;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** Whether the command makes sense on a data directory that does not exist yet. */
  readonly mayCreate: boolean;
};

const ALIVE_TIMEOUT_MS = 3000;

const given = (value: string | undefined): string | undefined => (value?.trim() ? value.trim() : undefined);

const configurationFrom = (environment: Environment): Configuration => {
  try {
    // In the middle of a command only errors are of interest, and only this process is to reach the server.
    return readConfiguration({ LOG_LEVEL: 'error', ...environment, HOST: '127.0.0.1', PORT: '0' });
  } catch (error) {
    if (error instanceof ConfigurationError) throw new CliError(error.message);
    throw error;
  }
};

const answers = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(new URL('/health/live', url), {
      signal: AbortSignal.timeout(ALIVE_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
};

/** The URL of the server on the data directory. One that was killed left its address behind but does not answer. */
const runningServer = async (dataDir: string): Promise<string | undefined> => {
  // An address that was half written belongs to nobody.
  const announced = await findRunningServer(dataDir).catch(() => undefined);
  return announced !== undefined && (await answers(announced.url)) ? announced.url : undefined;
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const startOwnServer = async (configuration: Configuration, terminal: Terminal): Promise<Server> => {
  // Loaded when it is needed: most calls find a server and should not wait for all its parts.
  const { startServer } = await import('../start-server.ts');
  try {
    const server = await startServer({
      configuration,
      version: await readProgramVersion(),
      // Standard output belongs to results.
      replace: {
        logger: createLogger({
          level: configuration.logLevel,
          traces: { current: () => undefined },
          destination: process.stderr,
        }),
      },
    });
    const { freshAdminToken, dataDirectory } = server.application;
    if (freshAdminToken !== undefined) {
      terminal.note(`A new data directory was set up: ${dataDirectory.path}`);
      terminal.note(`Admin token (shown this once, keep it safe): ${freshAdminToken}`);
    }
    return server;
  } catch (error) {
    if (error instanceof Failure)
      throw new CliError(error.reason.message, {
        hint: 'If a server is just starting or stopping there, try again in a moment.',
        cause: error,
      });
    throw error;
  }
};

const localTokens = async (dataDir: string): Promise<() => Promise<string>> => {
  try {
    return createCliTokens((await openDataDirectory(dataDir)).tokenSecret);
  } catch (cause) {
    throw new CliError(`The keys of the data directory ${dataDir} cannot be read.`, {
      hint: 'Run the command as the user who runs the server, or set ANAMNESIS_TOKEN.',
      cause,
    });
  }
};

const checkedUrl = (text: string): string => {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw usageError(
      `"${text}" is not the address of a server.`,
      'It looks like this: http://localhost:3000',
    );
  return url.href.replace(/\/+$/, '');
};

/**
 * Does some work with a server: the one at the given address, the one that runs on the data directory, or, when none
 * runs, one of its own that opens the data directory, takes a free port on this machine and is stopped at the end.
 */
export const withServer = async <Result>(
  options: ConnectOptions,
  work: (client: ApiClient) => Promise<Result>,
): Promise<Result> => {
  const { environment, terminal, signal } = options;
  const token = given(environment.ANAMNESIS_TOKEN);
  const wished = given(options.url) ?? given(environment.ANAMNESIS_URL);
  const configuration = configurationFrom(environment);
  const { dataDir } = configuration;
  const running = await runningServer(dataDir);
  const tokens = async () => (token === undefined ? localTokens(dataDir) : () => Promise.resolve(token));

  if (wished !== undefined) {
    const url = checkedUrl(wished);
    // A token signed for our own server is not shown to another one.
    if (token === undefined && (running === undefined || new URL(running).origin !== new URL(url).origin))
      throw usageError(
        `A token is needed for ${url}.`,
        'Set ANAMNESIS_TOKEN, or DATA_DIR to the data directory of that server.',
      );
    return work(createApiClient({ url, token: await tokens() }, signal));
  }
  if (running !== undefined) return work(createApiClient({ url: running, token: await tokens() }, signal));

  if (!options.mayCreate && !(await exists(dataDir)))
    throw new CliError(`There is no data directory at ${dataDir} and no server runs on it.`, {
      hint: 'Ingest documents first, start the server with "npm start", or set DATA_DIR or --url.',
    });
  const server = await startOwnServer(configuration, terminal);
  try {
    if (signal.aborted) throw interrupted();
    return await work(
      createApiClient(
        { url: server.url, token: createCliTokens(server.application.dataDirectory.tokenSecret) },
        signal,
      ),
    );
  } finally {
    await server.stop();
  }
};
