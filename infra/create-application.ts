import type { CommandServices } from '../commands/runtime/command-definition.ts';
import { TIMER_SCHEDULER } from '../consumers/timers/run-timer-scheduler.ts';
import { defined } from '../domain/kernel/defined.ts';
import { createFollowerRegistry } from '../followers/follower-registry.ts';
import type { Database } from '../ports/database.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { Embedders } from '../ports/embedders.ts';
import type { Logger } from '../ports/logger.ts';
import type { PhiDetector } from '../ports/phi-detector.ts';
import type { RowSealer } from '../ports/row-sealer.ts';
import type { VectorIndex } from '../ports/vector-index.ts';
import type { HttpApiServices } from '../read-api/http-api-services.ts';
import { openStorage } from './composition/open-storage.ts';
import { runFollowers } from './composition/run-followers.ts';
import { wireConsumers } from './composition/wire-consumers.ts';
import { wireHttp } from './composition/wire-http.ts';
import { wireOperations } from './composition/wire-operations.ts';
import { wireSearch } from './composition/wire-search.ts';
import type { Configuration } from './configuration.ts';
import type { DataDirectory } from './data-directory/open-data-directory.ts';
import { createIdentitySource } from './identity-source.ts';
import { createSubjectKeyState } from './key-vault/subject-key-state.ts';
import { createEnglishDictionary } from './language/english-dictionary.ts';
import { createLogger } from './observability/create-logger.ts';
import { createPrometheusMetrics } from './observability/prometheus-metrics.ts';
import { createTraceScope } from './observability/trace-context.ts';
import { createPhiDetector } from './phi-detection/create-phi-detector.ts';
import { createRebuildHistory } from './rebuild-history.ts';
import { warnOfMissingModel } from './start-checks/warn-of-missing-model.ts';
import type { VectorBackend } from './vector-index/vector-index-by-generation.ts';
import { waitAtMost } from './wait-at-most.ts';

export type ApplicationOptions = {
  readonly configuration: Configuration;
  readonly version: string;
  /** Replaces parts, for tests that break them. */
  readonly replace?: {
    readonly embedder?: Embedder;
    /** Further embedders that can be chosen. */
    readonly otherEmbedders?: readonly Embedder[];
    readonly logger?: Logger;
    readonly phiDetector?: PhiDetector;
  };
};

/** The whole program without its front door: what HTTP stands on, and the work that goes on behind it. */
export type Application = {
  readonly http: HttpApiServices;
  readonly dataDirectory: DataDirectory;
  readonly logger: Logger;
  readonly database: Database;
  readonly vectorBackend: VectorBackend;
  readonly vectors: VectorIndex;
  readonly embedders: Embedders;
  /** What should be done about where the master key lies, if anything. */
  readonly masterKeyAdvice: string | undefined;
  readonly sealer: RowSealer;
  /** Starts projections and consumers. */
  readonly start: () => void;
  /** Abort it when the end is near: open streams end and readiness turns to no; work goes on. */
  readonly stopAnnounced: AbortController;
  /** Stops them, lets writes finish and closes everything. Harmless when repeated. */
  readonly stop: () => Promise<void>;
};

/** At a stop: milliseconds for projections and consumers to come to rest, and for connections to a server to close. */
const FOLLOWERS_STOP_MS = 3_000;
const CLOSE_MS = 2_500;

/** Opens everything that the configuration names and wires it, room by room. */
export const createApplication = async (options: ApplicationOptions): Promise<Application> => {
  const { configuration, version, replace } = options;
  await using opened = new AsyncDisposableStack();
  const traces = createTraceScope();
  const logger = replace?.logger ?? createLogger({ level: configuration.logLevel, traces });
  const metrics = createPrometheusMetrics({ logger, processMetrics: true });
  const identity = createIdentitySource();
  const followerRegistry = createFollowerRegistry();

  const storage = await openStorage({ configuration, logger, metrics }, opened);
  const { eventStore, sealedBlobs: blobs, states, dataDirectory } = storage;
  const { database } = storage.connection;
  const phiDetector =
    replace?.phiDetector ??
    (await createPhiDetector(configuration.phi, { modelsDir: configuration.modelsDir, logger, metrics }));
  const commandServices: CommandServices = {
    eventStore,
    phiDetector,
    blobs,
    identity,
    documentNames: { hash: storage.nameHash, dictionary: createEnglishDictionary() },
    states,
    subjectKeyState: createSubjectKeyState(database, storage.masterKey),
  };
  const rebuilds = createRebuildHistory(commandServices);
  const common = { configuration, version, storage, commandServices, followerRegistry, logger, metrics };

  const searchParts = await wireSearch({ ...common, ...defined({ replace }) }, opened);
  const consumers = wireConsumers({ ...common, searchParts }, opened);
  let isWorking = false;
  const operations = wireOperations({
    ...common,
    searchParts,
    rebuilds,
    consumers: [...consumers.map(({ name }) => name), TIMER_SCHEDULER],
    isWorking: () => isWorking,
  });
  const stopAnnounced = new AbortController();
  const http = wireHttp(
    {
      ...common,
      ...operations,
      searchParts,
      traces,
      identity,
      stopping: stopAnnounced.signal,
    },
    opened,
  );

  // Before the log closes.
  opened.defer(() => http.refusals.close());

  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  let stopped: Promise<void> | undefined;
  const resources = opened.move();
  const stop = async (): Promise<void> => {
    stopAnnounced.abort();
    stopping.abort();
    if (!(await waitAtMost(FOLLOWERS_STOP_MS, running)))
      logger.warn({}, 'Work behind was left to another process at shutdown.');
    const disposed = resources.disposeAsync();
    // A server that does not answer holds nobody up; the embedded database must have written what it has.
    if (database.kind === 'embedded') await disposed;
    else await waitAtMost(CLOSE_MS, disposed);
  };
  return {
    http,
    dataDirectory,
    logger,
    database,
    vectorBackend: searchParts.vectorBackend,
    vectors: searchParts.vectors,
    embedders: searchParts.embedders,
    masterKeyAdvice: storage.masterKeyAdvice,
    sealer: storage.sealer,
    start: () => {
      isWorking = true;
      warnOfMissingModel({ ...searchParts.embedders, commandServices, logger }).catch(() => {});
      operations.projectionVerifier
        .dropLeft()
        .catch(() => logger.warn({}, 'What a broken-off verification has left could not be dropped yet.'));
      searchParts.search
        .warm()
        .catch(() => logger.warn({}, 'The search index could not be loaded ahead of the first question.'));
      running = runFollowers({ ...common, searchParts, consumers, rebuilds, traces }, stopping.signal);
    },
    stopAnnounced,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
};
