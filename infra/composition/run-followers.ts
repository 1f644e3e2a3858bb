import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import type { ConsumerDefinition } from '../../consumers/runner/consumer-definition.ts';
import { type ConsumerServices, runConsumer } from '../../consumers/runner/run-consumer.ts';
import { runTimerScheduler } from '../../consumers/timers/run-timer-scheduler.ts';
import type { FollowerRegistry } from '../../followers/follower-registry.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { TraceScope } from '../../ports/trace-scope.ts';
import type { RebuildHistory } from '../../projections/runner/rebuild-history.ts';
import { runProjection } from '../../projections/runner/run-projection.ts';
import { createPendingTimers } from '../../projections/timers/pending-timers.ts';
import { maintainEmbedded } from '../database/embedded-maintenance.ts';
import { createDatabaseClock } from '../database-clock.ts';
import { waitWithTransactions } from '../disk/guard-writes.ts';
import type { Storage } from './open-storage.ts';
import type { SearchParts } from './wire-search.ts';

type FollowerParts = {
  readonly storage: Storage;
  readonly searchParts: SearchParts;
  readonly commandServices: CommandServices;
  readonly consumers: readonly ConsumerDefinition[];
  readonly followerRegistry: FollowerRegistry;
  readonly rebuilds: RebuildHistory;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly traces: TraceScope;
};

/**
 * Runs what follows the log, and what keeps the embedded database in shape, until the signal aborts. Resolves when all
 * of it has come to rest.
 */
export const runFollowers = async (parts: FollowerParts, signal: AbortSignal): Promise<void> => {
  const { storage, searchParts, commandServices, followerRegistry, logger, metrics, traces } = parts;
  const { connection, eventStore, leases, checkpoints, generations, space } = storage;
  const { database } = connection;
  const consumerServices: ConsumerServices = {
    ...commandServices,
    space,
    leases,
    followerRegistry,
    checkpoints,
    logger,
    metrics,
    withTrace: (event, work) => traces.run(event.metadata.traceparent, work),
  };
  const runnerServices = {
    database:
      database.kind === 'embedded' ? waitWithTransactions(database.background, space, signal) : database,
    eventStore,
    generations,
    metrics,
    leases,
    followerRegistry,
    logger,
    rebuilds: parts.rebuilds,
  };
  const timerServices = {
    ...consumerServices,
    pending: createPendingTimers(searchParts.readModels),
    clock: createDatabaseClock(database),
  };
  await Promise.all([
    ...searchParts.projections.map((definition) => runProjection(definition, runnerServices, signal)),
    ...parts.consumers.map((definition) => runConsumer(definition, consumerServices, signal)),
    runTimerScheduler(timerServices, signal),
    ...(database.kind === 'embedded'
      ? [maintainEmbedded({ database: database.background, logger }, signal)]
      : []),
  ]);
};
