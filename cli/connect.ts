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
import { discoverServers } from './discover-servers.ts';
import type { Environment } from './environment.ts';
import type { Terminal } from './output/terminal.ts';
import { createCliTokens } from './sign-cli-token.ts';

type ConnectOptions = {
  /** The address of a server; without it, the server that runs on the data directory, if any. */
  readonly url: string | undefined;
  readonly environment: Environment;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** Whether the command makes sense on a data directory that does not exist yet. */
  readonly mayCreate: boolean;
  /** Whether a server started for the command only answers, and leaves the backlog to the next server. */
  readonly onlyLook?: boolean;
  /** The reason for reading somebody else's data. */
  readonly reason?: string | undefined;
};

const given = (value: string | undefined): string | undefined => (value?.trim() ? value.trim() : undefined);

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const tokenHint =
  'You need it to create tokens for others, but not for commands on this machine. Replace a lost one with "npx anamnesis token reset".';

/** Announces that a data directory was set up, and where its token is. */
const announceSetUp = ({ setUp }: OwnServer, terminal: Terminal): void => {
  if (setUp === undefined) return;
  terminal.note(`A new data directory was set up: ${setUp.dataDir}`);
  if (setUp.tokenFile !== undefined) terminal.note(`Its admin token is in ${setUp.tokenFile}`);
  terminal.note(tokenHint);
};

/** The hint for a data directory in use; `elsewhere` are servers on it that cannot be reached from here. */
const hintWhenInUse = (elsewhere: readonly string[]): string =>
  elsewhere.length > 0
    ? `A server uses it, but does not answer here at ${elsewhere.join(', ')}. If it runs in a container or on another machine, run the command there, or set --url and ANAMNESIS_TOKEN.`
    : 'If a server is starting or stopping there, try again in a moment.';

const startOwn = async (
  configuration: Configuration,
  terminal: Terminal,
  elsewhere: readonly string[],
  onlyLook: boolean,
): Promise<OwnServer> => {
  announceStart(await programVersion(), terminal.remarks, configuration);
  // Loaded on demand: most commands find a running server and should not wait for its modules.
  const { startOwnServer } = await import('../app/offline/start-own-server.ts');
  const { createCliLogger } = await import('./create-cli-logger.ts');
  const { bars: screen } = terminal;
  try {
    const server = await startOwnServer({
      configuration,
      logger: createCliLogger(configuration, terminal),
      onlyLook,
      show: screen && ((token) => writeOut(screen, `Admin token (shown only once): ${token}\n`)),
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

/** Checks that a token can be sent: bearer tokens and JWTs are visible ASCII (RFC 6750, section 2.1). */
const checkedToken = (token: string | undefined): string | undefined => {
  if (token === undefined || /^[\x21-\x7e]+$/.test(token)) return token;
  throw usageError(
    'ANAMNESIS_TOKEN contains a space, a line break or another character that tokens cannot have.',
    'Copy the token again, as one word.',
  );
};

const checkedUrl = (text: string): string => {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw usageError(
      `"${text}" is not the address of a server.`,
      'Use an address such as http://localhost:3000.',
    );
  // Not repeated in the message: it would put the password on the screen and into logs of scripts.
  if (url.username !== '' || url.password !== '')
    throw usageError(
      'The address of the server contains a user name or a password.',
      'Use an address such as http://localhost:3000, and a token in ANAMNESIS_TOKEN.',
    );
  if (url.search !== '' || url.hash !== '')
    throw usageError(
      `The address of the server, ${url.origin}, is followed by "?" or "#".`,
      'Use an address such as http://localhost:3000.',
    );
  return url.href.replace(/(?<!\/)\/+$/, '');
};

/** The loopback names of this machine, which count as one host. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** Whether two addresses belong to the same server. */
export const isSameServer = (one: string, other: string): boolean => {
  const [here, there] = [new URL(one), new URL(other)];
  const isSameHost =
    here.hostname === there.hostname || (LOOPBACK.test(here.hostname) && LOOPBACK.test(there.hostname));
  return isSameHost && here.protocol === there.protocol && here.port === there.port;
};

/**
 * Replaces the host of an address with the one proven to lead to the server. Another loopback name may lead to somebody
 * else's server: different processes can listen on 127.0.0.1, [::1] and 127.0.0.2.
 */
export const withProvenHost = (url: string, proven: string): string => {
  const { hostname } = new URL(proven);
  return checkedUrl(Object.assign(new URL(url), { hostname }).href);
};

/**
 * Runs `work` with a server: the one at the given address, the one that runs on the data directory, or, when none runs,
 * a temporary one on a free port of this machine that opens the data directory and is stopped at the end.
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
  // With an address and a token, the data directory is not needed and need not even be readable.
  const { alive, reachable: running }: Servers =
    wished !== undefined && token !== undefined
      ? { alive: [], reachable: undefined }
      : await discoverServers(dataDir, options);
  const tokens = async () => (token === undefined ? localTokens(dataDir) : () => Promise.resolve(token));

  if (wished !== undefined) {
    const url = checkedUrl(wished);
    // A token signed for the server on the data directory is never sent to another server.
    if (token === undefined && (running === undefined || !isSameServer(running, url)))
      throw usageError(
        `A token is needed for ${url}.`,
        'Set ANAMNESIS_TOKEN, or DATA_DIR to the data directory of that server.',
      );
    const address = token === undefined && running !== undefined ? withProvenHost(url, running) : url;
    return work(openClient({ url: address, isNamed: true, token: await tokens(), ...why }, signal));
  }
  if (running !== undefined) return work(openClient({ url: running, token: await tokens(), ...why }, signal));

  // Loaded only when a server has to be started: this pulls in the embedded database and all settings.
  const { configurationFrom } = await import('./configuration-from.ts');
  const configuration = configurationFrom(environment);
  if (!options.mayCreate && !(await exists(dataDir)))
    throw new CliError(`There is no data directory at ${dataDir} and no server runs on it.`, {
      hint: 'Ingest documents first, start the server with "npm start", or set DATA_DIR or --url.',
    });
  const { hasEmbeddedDatabase } = await import('../app/start-checks/abandoned-database.ts');
  // A new installation in an unrelated folder, or where a volume is not mounted, would look healthy but be empty.
  if (
    !options.mayCreate &&
    alive.length === 0 &&
    configuration.databaseUrl === undefined &&
    !(await hasEmbeddedDatabase({ database: join(dataDir, 'database') }))
  )
    throw new CliError(`There is no database in the data directory ${dataDir}, and no server runs on it.`, {
      hint: 'Is its volume mounted? Otherwise set DATA_DIR or --url, or DATABASE_URL if the database is on a server.',
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
