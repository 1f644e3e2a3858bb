import { createHttpApi } from '../read-api/create-http-api.ts';
import { bindHttpPort } from '../read-api/start-http-server.ts';
import type { Configuration } from './configuration.ts';
import { type Application, type ApplicationOptions, createApplication } from './create-application.ts';
import { announceServer } from './data-directory/announce-server.ts';
import { createIdentitySource } from './identity-source.ts';
import { startFailure } from './start-checks/start-failure.ts';
import { systemClock } from './system-clock.ts';

export type Server = {
  readonly application: Application;
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Answers what is under way, stops the work behind, and closes everything. Harmless when repeated. */
  readonly stop: () => Promise<void>;
};

/**
 * Opens the application and its front door, the door first: a start that cannot have its port has changed nothing.
 * Port 0 takes any free one.
 */
export const startServer = async (
  options: ApplicationOptions & {
    readonly configuration: Configuration;
    /** Whether only requests are answered, and projections and consumers stay as they are. */
    readonly onlyLook?: boolean;
  },
): Promise<Server> => {
  const { host, port } = options.configuration;
  await using opened = new AsyncDisposableStack();
  const door = await bindHttpPort({ host, port, clock: systemClock, identity: createIdentitySource() });
  opened.defer(() => door.close());
  const application = await createApplication(options).catch((error: unknown) => {
    throw startFailure(error, options.configuration);
  });
  opened.defer(() => application.stop());
  if (!options.onlyLook) application.start();
  const { http, logger, stopAnnounced, dataDirectory } = application;
  const withdraw = options.onlyLook ? async () => {} : await announceServer(dataDirectory, door.url);
  opened.defer(withdraw);
  const serving = door.serve({ app: createHttpApi(http), logger, stopping: stopAnnounced });
  opened.move();
  let stopped: Promise<void> | undefined;
  return {
    application,
    url: serving.url,
    stop: () => {
      stopped ??= (async () => {
        await withdraw();
        await serving.stop();
        await application.stop();
      })();
      return stopped;
    },
  };
};
