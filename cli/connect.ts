import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { announceStart } from '../app/announce-start.ts';
import type { Configuration } from '../app/configuration/configuration.ts';
import { dataDirOf } from '../app/configuration/data-dir.ts';
import { openKeys, type Servers } from '../app/offline/find-servers.ts';
import type { OwnServer } from '../app/offline/start-own-server.ts';
import { programVersion } from '../app/program-version.ts';
import { writeOut } from '../app/write-out.ts';
import type { ApiClient } from '../client/create-client.ts';
import { Failure } from '../domain/kernel/failure.ts';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';
import { openClient } from './api/open-client.ts';
import { CliError, interrupted, usageError } from './cli-error.ts';
import type { Environment } from './environment.ts';
import { lookForServers } from './look-for-servers.ts';
import type { Terminal } from './output/terminal.ts';
import { createCliTokens } from './sign-cli-token.ts';

type ConnectOptions = {
  /** The address of a server; without it the one that runs on the data directory, or none. */
  readonly url: string | undefined;
  readonly environment: Environment;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** Whether the command makes sense on a data directory that does not exist yet. */
  readonly mayCreate: boolean;
  /** Whether a server started for the command only answers, and leaves the backlog to the next one. */
  readonly onlyLook?: boolean;
  /** Why what belongs to somebody else is read. */
  readonly reason?: string | undefined;
};

const given = (value: string | undefined): string | undefined => (value?.trim() ? value.trim() : undefined);

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const tokenHint =
  'It makes tokens for others; here you need none. A lost one is replaced with "npx anamnesis token reset".';

/** Says that a data directory was set up, and where its token is. */
const announceSetUp = ({ setUp }: OwnServer, terminal: Terminal): void => {
  if (setUp === undefined) return;
  terminal.note(`A new data directory was set up: ${setUp.dataDir}`);
  if (setUp.tokenFile !== undefined) terminal.note(`Its admin token is in ${setUp.tokenFile}`);
  terminal.note(tokenHint);
};

/** What to do when the data directory cannot be had; `elsewhere` are servers on it that do not answer here. */
const hintWhenInUse = (elsewhere: readonly string[]): string =>
  elsewhere.length > 0
    ? `A server runs on it that does not answer here at ${elsewhere.join(', ')}. In a container or on another machine, run the command there, or set --url and ANAMNESIS_TOKEN.`
    : 'If a server is just starting or stopping there, try again in a moment.';

const startOwn = async (
  configuration: Configuration,
  terminal: Terminal,
  elsewhere: readonly string[],
  onlyLook: boolean,
): Promise<OwnServer> => {
  announceStart(await programVersion(), terminal.remarks, configuration);
  // Loaded when it is needed: most calls find a server and should not wait for all its parts.
  const { startOwnServer } = await import('../app/offline/start-own-server.ts');
  const { createCliLogger } = await import('./create-cli-logger.ts');
  const { bars: screen } = terminal;
  try {
    const server = await startOwnServer({
      configuration,
      logger: createCliLogger(configuration, terminal),
      onlyLook,
      show: screen && ((token) => writeOut(screen, `Admin token (shown this once): ${token}\n`)),
    });
    announceSetUp(server, terminal);
    return server;
  } catch (error) {
    if (error instanceof Failure)
      throw new CliError(error.reason.message, {
        ...(error.reason.component === 'data-directory' && error.cause === undefined
          ? { hint: hintWhenInUse(elsewhere) }
          : {}),
        cause: error,
      });
    throw error;
  }
};

const localTokens = async (dataDir: string): Promise<() => Promise<string>> =>
  createCliTokens((await openKeys(dataDir)).tokenSecret);

/** A token as it can be sent: visible ASCII, which is all that a token or a JWT has (RFC 6750, section 2.1). */
const checkedToken = (token: string | undefined): string | undefined => {
  if (token === undefined || /^[\x21-\x7e]+$/.test(token)) return token;
  throw usageError(
    'ANAMNESIS_TOKEN contains a space, a line break or a character that no token has.',
    'Copy the token once more, as one word.',
  );
};

const checkedUrl = (text: string): string => {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw usageError(
      `"${text}" is not the address of a server.`,
      'It looks like this: http://localhost:3000',
    );
  return url.href.replace(/(?<!\/)\/+$/, '');
};

/** The names that this machine has for itself lead to one server. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Whether two addresses are of the same server. */
export const isSameServer = (one: string, other: string): boolean => {
  const [here, there] = [new URL(one), new URL(other)];
  const isSameHost =
    here.hostname === there.hostname || (LOOPBACK.test(here.hostname) && LOOPBACK.test(there.hostname));
  return isSameHost && here.protocol === there.protocol && here.port === there.port;
};

/**
 * An address under the name that has proved to lead to the server. Another name of this machine may lead to a server of somebody
 * else: what listens at 127.0.0.1 need not be what listens at [::1] or 127.0.0.2.
 */
export const underProvenName = (url: string, proven: string): string => {
  const { hostname } = new URL(proven);
  return checkedUrl(Object.assign(new URL(url), { hostname }).href);
};

/**
 * Does some work with a server: the one at the given address, the one that runs on the data directory, or, when none
 * runs, a temporary one that opens the data directory, takes a free port on this machine and is stopped at the end.
 */
export const withServer = async <Result>(
  options: ConnectOptions,
  work: (client: ApiClient) => Promise<Result>,
): Promise<Result> => {
  const { environment, terminal, signal } = options;
  const token = checkedToken(given(environment.ANAMNESIS_TOKEN));
  const wished = given(options.url) ?? given(environment.ANAMNESIS_URL);
  const why = omitUndefined({ reason: options.reason });
  const dataDir = dataDirOf(environment);
  // With both given, nothing of the data directory is needed, not even that it can be read.
  const { alive, reachable: running }: Servers =
    wished !== undefined && token !== undefined
      ? { alive: [], reachable: undefined }
      : await lookForServers(dataDir, options);
  const tokens = async () => (token === undefined ? localTokens(dataDir) : () => Promise.resolve(token));

  if (wished !== undefined) {
    const url = checkedUrl(wished);
    // A token signed for our own server is not shown to another one.
    if (token === undefined && (running === undefined || !isSameServer(running, url)))
      throw usageError(
        `A token is needed for ${url}.`,
        'Set ANAMNESIS_TOKEN, or DATA_DIR to the data directory of that server.',
      );
    const address = token === undefined && running !== undefined ? underProvenName(url, running) : url;
    return work(openClient({ url: address, isNamed: true, token: await tokens(), ...why }, signal));
  }
  if (running !== undefined) return work(openClient({ url: running, token: await tokens(), ...why }, signal));

  // Loaded here, where a server is about to be: the embedded database comes with it, and all settings do.
  const { configurationFrom } = await import('./configuration-from.ts');
  const configuration = configurationFrom(environment);
  if (!options.mayCreate && !(await exists(dataDir)))
    throw new CliError(`There is no data directory at ${dataDir} and no server runs on it.`, {
      hint: 'Ingest documents first, start the server with "npm start", or set DATA_DIR or --url.',
    });
  const { hasEmbeddedDatabase } = await import('../app/start-checks/abandoned-database.ts');
  // A new installation in a folder of something else, or where a volume is not mounted, would look well and be empty.
  if (
    !options.mayCreate &&
    alive.length === 0 &&
    configuration.databaseUrl === undefined &&
    !(await hasEmbeddedDatabase({ database: join(dataDir, 'database') }))
  )
    throw new CliError(`There is no database in the data directory ${dataDir}, and no server runs on it.`, {
      hint: 'Is its volume mounted? Otherwise set DATA_DIR or --url, or DATABASE_URL where the database is on a server.',
    });
  const server = await startOwn(configuration, terminal, alive, options.onlyLook ?? false);
  try {
    if (signal.aborted) throw interrupted();
    return await work(
      openClient({ url: server.url, token: createCliTokens(server.tokenSecret), ...why }, signal),
    );
  } finally {
    await server.stop();
  }
};
