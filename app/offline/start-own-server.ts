import { dataDirectoryFailure } from '../../infra/installation/data-directory/open-data-directory.ts';
import { ensureSharedAdminToken } from '../../infra/services/auth/share-admin-token.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Application } from '../create-application.ts';
import { programVersion } from '../program-version.ts';
import { startServer } from '../start-server.ts';

type OwnServerOptions = {
  readonly configuration: Configuration;
  readonly logger: Logger;
  /** Whether it only answers requests, and leaves background work to the next server. */
  readonly onlyLook: boolean;
  /** Displays the admin token of a new data directory; without it, the token is written to a file. */
  readonly show: ((token: string) => Promise<void>) | undefined;
};

/** A server inside this process, for one task. */
export type OwnServer = {
  readonly url: string;
  /** The secret that signs tokens which the server accepts. */
  readonly tokenSecret: Uint8Array;
  /** The data directory, if just created, and the file with its admin token, unless the token was displayed. */
  readonly setUp: { readonly dataDir: string; readonly tokenFile: string | undefined } | undefined;
  readonly stop: () => Promise<void>;
};

const handOverToken = async (
  { database, dataDirectory, logger }: Application,
  show: OwnServerOptions['show'],
): Promise<OwnServer['setUp']> => {
  const handed = await ensureSharedAdminToken(database, { dataDirectory, logger }, show);
  return handed?.fresh ? { dataDir: dataDirectory.path, tokenFile: handed.file } : undefined;
};

/**
 * Starts a server on the configured data directory.
 *
 * @throws Failure or ConfigurationError that explains why it cannot be started
 */
export const startOwnServer = async ({
  configuration,
  logger,
  onlyLook,
  show,
}: OwnServerOptions): Promise<OwnServer> => {
  const { application, url, stop } = await startServer({
    configuration,
    version: await programVersion(),
    onlyLook,
    replace: { logger },
  });
  const setUp = await handOverToken(application, show).catch(async (error: unknown) => {
    await stop();
    throw dataDirectoryFailure(configuration.dataDir, error);
  });
  return { url, tokenSecret: application.dataDirectory.tokenSecret, setUp, stop };
};
