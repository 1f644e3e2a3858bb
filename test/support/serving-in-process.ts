import { keepServing } from '../../app/keep-serving.ts';
import { startServer } from '../../app/start-server.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { silentLogger } from '../../ports/logger.ts';
import { fetchFrom } from './fetch-from.ts';
import { freePort } from './free-port.ts';
import { placeMigratedDatabase } from './new-database.ts';
import { readTestConfiguration } from './server-in-process.ts';
import type { ServerProcess } from './server-process.ts';
import { openSharedReading } from './shared-reading.ts';

/** A node as seen by tests of what all nodes do, in a process of its own or in this one. */
export type ServingNode = Pick<ServerProcess, 'url' | 'fetch'> & {
  /** Whether another server has replaced the first one, in the same process. */
  readonly hasRestarted: () => boolean;
  /** Ends it as cleanly as it can. */
  readonly end: () => Promise<unknown>;
};

/** A node in its own process. */
export const servingProcess = (node: ServerProcess): ServingNode => ({
  ...node,
  hasRestarted: () => /listening on \S+ again/.test(node.output()),
  end: node.kill,
});

/**
 * A node in this process, which replaces its server like `app/run-server.ts`. It saves the five seconds of processor
 * time that a separate process needs to load the program.
 */
export const startServingInProcess = async (
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServingNode> => {
  if (environment.DATABASE_URL === undefined) await placeMigratedDatabase(dataDir);
  // The replacement needs the port of the first server, which nothing else must take meanwhile.
  const configuration = readTestConfiguration(dataDir, { PORT: `${await freePort()}`, ...environment });
  let restarts = 0;
  let failure: unknown;
  const serving = await keepServing({
    start: (former) =>
      startServer({
        configuration,
        version: 'test',
        replace: { logger: silentLogger, openDocumentReading: openSharedReading },
        ...omitUndefined({ former }),
      }),
    onBroken: () => {},
    onStartedAgain: () => {
      restarts += 1;
    },
    onFailed: (error) => {
      failure = error;
    },
  });
  const { url } = serving.first;
  return {
    url,
    hasRestarted: () => {
      if (failure !== undefined) throw failure;
      return restarts > 0;
    },
    end: serving.stop,
    fetch: fetchFrom(url, dataDir),
  };
};
