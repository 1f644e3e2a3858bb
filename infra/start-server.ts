import { createHttpApi } from '../read-api/create-http-api.ts';
import { startHttpServer } from '../read-api/start-http-server.ts';
import type { Configuration } from './configuration.ts';
import { type Application, type ApplicationOptions, createApplication } from './create-application.ts';
import { announceServer } from './data-directory.ts';

export type Server = {
  readonly application: Application;
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Answers what is under way, stops the work behind, and closes everything. Harmless when repeated. */
  readonly stop: () => Promise<void>;
};

/** Opens the application and its front door. Port 0 takes any free one. */
export const startServer = async (
  options: ApplicationOptions & { readonly configuration: Configuration },
): Promise<Server> => {
  const application = await createApplication(options);
  try {
    application.start();
    const { host, port } = options.configuration;
    const { http, logger, stopAnnounced } = application;
    const listening = await startHttpServer({
      app: createHttpApi(http),
      host,
      port,
      logger,
      clock: http.clock,
      identity: http.identity,
      stopping: stopAnnounced,
    });
    const withdraw = await announceServer(application.dataDirectory, listening.url);
    let stopped: Promise<void> | undefined;
    return {
      application,
      url: listening.url,
      stop: () => {
        stopped ??= (async () => {
          await withdraw();
          await listening.stop();
          await application.stop();
        })();
        return stopped;
      },
    };
  } catch (error) {
    await application.stop();
    throw error;
  }
};
