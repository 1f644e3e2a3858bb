import { RELAY } from '../consumers/relay/run-relay.ts';
import type { ConsumerDefinition } from '../consumers/runner/consumer-definition.ts';
import { TIMER_SCHEDULER } from '../consumers/timers/run-timer-scheduler.ts';
import { partitionNames } from '../domain/operations/consumer-partitions.ts';
import type { DataDirectory } from '../infra/installation/data-directory/open-data-directory.ts';
import type { VectorBackend } from '../infra/search/vector-index/vector-index-by-generation.ts';
import type { Database } from '../ports/database.ts';
import type { Embedders } from '../ports/embedders.ts';
import type { LogContinuity } from '../ports/log-continuity.ts';
import type { Logger } from '../ports/logger.ts';
import type { RowSealer } from '../ports/row-sealer.ts';
import type { VectorIndex } from '../ports/vector-index.ts';
import type { HttpApiServices } from '../read-api/http-api-services.ts';
import type { ApplicationOptions } from './application-options.ts';
import { followLogContinuity } from './composition/follow-log-continuity.ts';
import { openExternalServices } from './composition/open-external-services.ts';
import { openFoundation } from './composition/open-foundation.ts';
import { openNodes } from './composition/open-nodes.ts';
import type { Storage } from './composition/open-storage.ts';
import { openStores } from './composition/open-stores.ts';
import { openWriteSide } from './composition/open-write-side.ts';
import { startAndStop } from './composition/start-and-stop.ts';
import { wireHttp } from './composition/wire-http.ts';
import { wireOperations } from './composition/wire-operations.ts';
import { wireSearch } from './composition/wire-search.ts';
import { wireWork } from './composition/wire-work.ts';

/** The whole program without the HTTP server: the services of the API, and the background work. */
export type Application = {
  readonly http: HttpApiServices;
  readonly dataDirectory: DataDirectory;
  readonly logger: Logger;
  readonly database: Database;
  /** Tells whether the server still continues the log that was read; undefined for an embedded database. */
  readonly continuity: LogContinuity | undefined;
  /** The node id that owns its leases. */
  readonly node: string;
  readonly vectorBackend: VectorBackend;
  readonly vectors: VectorIndex;
  readonly embedders: Embedders;
  /** The reason why writes are refused for lack of space; `undefined` while they are not. */
  readonly shortage: () => string | undefined;
  /** Advice about the location of the master key, if any. */
  readonly masterKeyAdvice: string | undefined;
  readonly sealer: RowSealer;
  /** Starts projections and consumers. */
  readonly start: () => void;
  /** To be aborted before a stop: open streams end and readiness turns false, while work continues. */
  readonly stopAnnounced: AbortController;
  /** Stops projections and consumers, lets writes finish and closes everything. Idempotent. */
  readonly stop: () => Promise<void>;
};

/** Everything with its own position in the log, with the names of its partitions. */
const consumersByName = (consumers: readonly ConsumerDefinition[], { kafka }: Storage) => [
  ...consumers.map(({ name }) => ({ name, partitions: partitionNames(name) })),
  { name: TIMER_SCHEDULER, partitions: [TIMER_SCHEDULER] },
  ...(kafka ? [{ name: RELAY, partitions: [RELAY] }] : []),
];

/**
 * Opens and wires the configured parts, stage by stage. Each stage receives only the results of earlier stages, so that no
 * part can be used before it exists.
 */
export const createApplication = async (options: ApplicationOptions): Promise<Application> => {
  await using opened = new AsyncDisposableStack();
  const foundation = await openFoundation(options, opened);
  const stores = await openStores(foundation, opened);
  const base = { ...foundation, ...stores };
  const writeSide = await openWriteSide(base, opened);
  const outside = openExternalServices({ ...base, ...writeSide });
  const searchParts = await wireSearch({ ...base, ...writeSide }, opened);
  const { storage } = stores;
  const { role } = options.configuration;
  const nodes = openNodes({ ...base, role });
  await followLogContinuity({ ...base, ...writeSide, nodes }, options.former, opened);
  const ready = { ...base, ...writeSide, ...outside, searchParts, nodes, listNodes: nodes.list };
  const work = await wireWork(ready, opened);
  const stopAnnounced = new AbortController();
  let isWorking = false;
  const operations = wireOperations({
    ...ready,
    consumers: consumersByName(work.consumers, storage),
    isWorking: () => isWorking,
  });
  const http = wireHttp(
    {
      ...ready,
      ...operations,
      tools: work.tools,
      commandServices: { ...writeSide.commandServices, toolCalls: work.toolCalls },
      stopping: stopAnnounced.signal,
    },
    opened,
  );
  // Before the log closes.
  opened.defer(() => http.refusals.close());

  const { start, stop } = startAndStop(
    {
      ...ready,
      role,
      consumers: work.consumers,
      projectionVerifier: operations.projectionVerifier,
      isFirstStart: options.former === undefined,
    },
    stopAnnounced,
    opened.move(),
  );
  return {
    http,
    dataDirectory: storage.dataDirectory,
    logger: foundation.logger,
    database: storage.connection.database,
    continuity: storage.continuity,
    node: storage.node,
    vectorBackend: searchParts.vectorBackend,
    vectors: searchParts.vectors,
    embedders: searchParts.embedders,
    shortage: () => storage.space.shortage() ?? storage.blobSpace.shortage(),
    masterKeyAdvice: storage.masterKeyAdvice,
    sealer: storage.sealer,
    start: () => {
      isWorking = true;
      start();
    },
    stopAnnounced,
    stop,
  };
};
