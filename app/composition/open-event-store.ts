import { allEvents } from '../../domain/all-events.ts';
import { createEventRegistry } from '../../domain/kernel/event-registry.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { RedisConnection } from '../../infra/cluster/redis/redis-connection.ts';
import { redisWakeUps } from '../../infra/cluster/redis/redis-wake-ups.ts';
import { createEventSerializer } from '../../infra/storage/event-serialization/event-serializer.ts';
import {
  createPostgresEventStore,
  type PostgresEventStore,
} from '../../infra/storage/event-store/postgres-event-store.ts';
import { locateLog } from '../../infra/storage/event-store/stored-events.ts';
import type { KurrentEventStore } from '../../infra/storage/event-store-kurrent/kurrent-event-store.ts';
import type { Database } from '../../ports/database.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { Leases } from '../../ports/leases.ts';
import type { LogContinuity } from '../../ports/log-continuity.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { Configuration } from '../configuration/configuration.ts';

type EventStoreServices = {
  readonly configuration: Configuration;
  readonly database: Database;
  readonly continuity: LogContinuity | undefined;
  readonly redis: RedisConnection | undefined;
  readonly vault: KeyVault;
  readonly leases: Leases;
  /** The last accepted log loss when this process began to read the log; undefined if there was none. */
  readonly logLine: string | undefined;
  readonly logger: Logger;
  readonly metrics: Metrics;
};

/**
 * Milliseconds between polls of the embedded log, at least. Only this process appends to it, and hands its appends to
 * its followers: the poll only heals a fault.
 */
const EMBEDDED_POLL_INTERVAL = 5000;

const refused = (message: string): Failure =>
  new Failure(failure('unavailable', message, { component: 'event-store' }));

/**
 * Opens the log in the configured place: the database or KurrentDB.
 *
 * @throws Failure when the database refers to a log in the other place, which would be left behind
 */
export const openEventStore = async ({
  configuration,
  database,
  continuity,
  redis,
  vault,
  leases,
  logLine,
  logger,
  metrics,
}: EventStoreServices): Promise<
  PostgresEventStore & Partial<Pick<KurrentEventStore, 'inspectNumbering' | 'findLoss'>>
> => {
  const common = {
    database,
    serializer: createEventSerializer({ registry: createEventRegistry(allEvents), vault }),
    logger,
    metrics,
    pollInterval:
      database.kind === 'embedded' && configuration.kurrent === undefined
        ? Math.max(configuration.pollInterval, EMBEDDED_POLL_INTERVAL)
        : configuration.pollInterval,
    // Only a database server has other nodes.
    ...(redis && database.kind === 'server' ? { wakeUps: redisWakeUps(redis) } : {}),
  };
  const place = await locateLog(database);
  if (configuration.kurrent === undefined) {
    if (place === 'kurrent')
      throw refused('The log of this database is in KurrentDB. Set EVENTSTORE_URL to its address.');
    return createPostgresEventStore({ ...common, continuity });
  }
  if (place === 'database')
    throw refused(
      'EVENTSTORE_URL is set, but this database already holds a log, which would be left behind. Start with an empty database, or without EVENTSTORE_URL.',
    );
  const { openKurrentEventStore } = await import(
    '../../infra/storage/event-store-kurrent/kurrent-event-store.ts'
  );
  return openKurrentEventStore({
    ...common,
    continuity,
    configuration: configuration.kurrent,
    leases,
    logLine: { begun: logLine },
  });
};
