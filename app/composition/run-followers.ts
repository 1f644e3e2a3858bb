import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { runComponentWatch } from '../../consumers/component-watch/run-component-watch.ts';
import { runKeyRotation } from '../../consumers/key-rotation/run-key-rotation.ts';
import { runRelay } from '../../consumers/relay/run-relay.ts';
import type { ConsumerDefinition } from '../../consumers/runner/consumer-definition.ts';
import { createLogFeed } from '../../consumers/runner/log-feed.ts';
import { type ConsumerServices, runConsumer } from '../../consumers/runner/run-consumer.ts';
import { runSealer } from '../../consumers/sealer/run-sealer.ts';
import { runTimerScheduler } from '../../consumers/timers/run-timer-scheduler.ts';
import { runWitnesses } from '../../consumers/witnesses/run-witnesses.ts';
import { allEvents } from '../../domain/all-events.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { FollowerRegistry } from '../../followers/follower-registry.ts';
import { followerRunner } from '../../followers/run-follower.ts';
import { createKafkaFeed } from '../../infra/cluster/kafka/kafka-feed.ts';
import { delayWhileDiskFull } from '../../infra/installation/disk/guard-writes.ts';
import { systemClock } from '../../infra/installation/system-clock.ts';
import { runVectorUpkeep } from '../../infra/search/vector-index/run-vector-upkeep.ts';
import { maintainEmbedded } from '../../infra/storage/database/embedded-maintenance.ts';
import { createDatabaseClock } from '../../infra/storage/database-clock.ts';
import { createKeyedHash } from '../../infra/storage/key-vault/keyed-hash.ts';
import type { AlertChannel } from '../../ports/alerts.ts';
import type { CheckpointWitness } from '../../ports/checkpoint-witness.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';
import { inSpan } from '../../ports/in-span.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { dutiesOf, type NodeRole } from '../../ports/nodes.ts';
import type { RebuildHistory } from '../../ports/rebuild-history.ts';
import type { NewSpan } from '../../ports/span.ts';
import type { TraceScope } from '../../ports/trace-scope.ts';
import { runProjection } from '../../projections/runner/run-projection.ts';
import { createPendingTimers } from '../../projections/timers/pending-timers.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { componentProbes } from './component-probes.ts';
import type { Nodes } from './open-nodes.ts';
import type { Storage } from './open-storage.ts';
import type { SearchParts } from './wire-search.ts';

export type FollowerParts = {
  readonly configuration: Configuration;
  readonly storage: Storage;
  readonly nodes: Nodes;
  readonly role: NodeRole;
  readonly searchParts: SearchParts;
  readonly commandServices: CommandServices;
  readonly consumers: readonly ConsumerDefinition[];
  readonly followerRegistry: FollowerRegistry;
  readonly rebuilds: RebuildHistory;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly traces: TraceScope;
  readonly health: ComponentMonitor;
  readonly alertChannels: readonly AlertChannel[];
  readonly witnesses: readonly CheckpointWitness[];
};

const consumerSpan = (consumer: string, { type }: RecordedEvent): NewSpan => ({
  name: `consume ${type}`,
  kind: 'consumer',
  attributes: { 'anamnesis.consumer': consumer, 'anamnesis.event.type': type },
});

/** The consumers that read the log in ways of their own: timers, the sealer, and what submits to witnesses. */
const runOwnConsumers = (
  { storage, searchParts, configuration, health, witnesses }: FollowerParts,
  services: ConsumerServices,
  signal: AbortSignal,
): readonly Promise<void>[] => [
  runTimerScheduler(
    {
      ...services,
      pending: createPendingTimers(searchParts.readModels),
      clock: createDatabaseClock(storage.connection.database),
    },
    signal,
  ),
  runSealer(
    { ...services, ...storage.logProof, witnesses, clock: systemClock, terms: configuration.sealing },
    signal,
  ),
  ...(witnesses.length === 0
    ? []
    : [
        runWitnesses(
          { ...services, proofs: storage.logProof.proofs, witnesses, health, clock: systemClock },
          signal,
        ),
      ]),
];

/** What keeps the keys, the index and the embedded database in order. */
const runMaintenance = (
  { storage, nodes, searchParts, commandServices, rebuilds, logger }: FollowerParts,
  signal: AbortSignal,
): readonly Promise<void>[] => {
  const { connection, generations } = storage;
  const { database } = connection;
  const { keeper: leases } = nodes;
  return [
    // Only a process that has both master keys can rotate them.
    ...(storage.keyRing.held.length > 1
      ? [
          runKeyRotation(
            {
              ...commandServices,
              keyRotation: storage.keyRotation,
              leases,
              listNodes: nodes.list,
              logger,
            },
            signal,
          ),
        ]
      : []),
    ...(searchParts.vectorUpkeep
      ? [
          runVectorUpkeep(
            {
              database,
              generations,
              leases,
              rebuilds: rebuilds,
              upkeep: searchParts.vectorUpkeep,
              qualities: searchParts.vectorQualities,
              logger,
            },
            signal,
          ),
        ]
      : []),
    ...(database.kind === 'embedded'
      ? [maintainEmbedded({ database: database.background, logger }, signal)]
      : []),
  ];
};

/**
 * Runs everything that follows the log, and the maintenance of the embedded database, until the signal aborts. Resolves
 * when all of it has stopped.
 */
export const runFollowers = async (parts: FollowerParts, signal: AbortSignal): Promise<void> => {
  const { storage, searchParts, commandServices, followerRegistry, logger, metrics, traces } = parts;
  const { connection, eventStore, checkpoints, generations, space } = storage;
  const leases = parts.nodes.keeper;
  const { database } = connection;
  const consumerServices: ConsumerServices = {
    ...commandServices,
    space,
    files: storage.fileStore,
    ...omitUndefined({
      // The database knows the head of a log in KurrentDB, and answers even when KurrentDB is down.
      reachLog: storage.inspectNumbering && storage.unguardedStore.probeAppends,
    }),
    leases,
    followerRegistry,
    checkpoints,
    logger,
    metrics,
    withTrace: (event, work) => traces.run(event.metadata.traceparent, work),
  };
  const runnerServices = {
    database:
      database.kind === 'embedded' ? delayWhileDiskFull(database.background, space, signal) : database,
    eventStore,
    generations,
    metrics,
    leases,
    followerRegistry,
    logger,
    rebuilds: parts.rebuilds,
  };
  const { kafka } = storage;
  const sharedServices: ConsumerServices = kafka?.configuration.feedsConsumers
    ? {
        ...consumerServices,
        feed: createKafkaFeed({
          ...consumerServices,
          runFollower: followerRunner(consumerServices),
          // The consumer group assigns the partitions: leases follow it, and must not be balanced again.
          leases: storage.leases,
          connection: kafka.connection,
          configuration: kafka.configuration,
          workHash: createKeyedHash(storage.installationSecret, 'anamnesis work records v1'),
          logFeed: createLogFeed(consumerServices),
        }),
      }
    : consumerServices;
  const { projects, consumes } = dutiesOf(parts.role);
  await Promise.all([
    parts.nodes.keeper.run(signal),
    ...(projects
      ? searchParts.projections.map((definition) => runProjection(definition, runnerServices, signal))
      : []),
    ...(consumes
      ? [
          ...parts.consumers.map((definition) =>
            runConsumer(
              definition,
              {
                ...sharedServices,
                withTrace: (event, work) =>
                  inSpan(traces, consumerSpan(definition.name, event), work, event.metadata.traceparent),
              },
              signal,
            ),
          ),
          ...runOwnConsumers(parts, consumerServices, signal),
        ]
      : []),
    ...(kafka === undefined || !consumes
      ? []
      : [
          runRelay(
            {
              ...consumerServices,
              publisher: kafka.publisher,
              names: kafka.configuration.names,
              definitions: allEvents,
            },
            signal,
          ),
        ]),
    runComponentWatch(
      {
        ...commandServices,
        monitor: parts.health,
        alertChannels: parts.alertChannels,
        probes: componentProbes(parts),
        clock: systemClock,
        logger,
        node: parts.nodes.host,
      },
      signal,
    ),
    ...runMaintenance(parts, signal),
  ]);
};
