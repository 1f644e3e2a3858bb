import { randomUUID } from 'node:crypto';
import { RELAY, runRelay } from '../../consumers/relay/run-relay.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { createFollowerRegistry } from '../../followers/follower-registry.ts';
import { createKafkaPublisher } from '../../infra/services/outside/kafka-publisher.ts';
import { createPostgresCheckpoints } from '../../infra/storage/leases/postgres-checkpoints.ts';
import { createPostgresLeases } from '../../infra/storage/leases/postgres-leases.ts';
import type { EventPublisher } from '../../ports/event-publisher.ts';
import { silentLogger } from '../../ports/logger.ts';
import { silentMetrics } from '../../ports/metrics.ts';
import { count, counted, noted } from '../support/events.ts';
import { kafkaConfiguration, kafkaConnection, testKafkaBrokers } from '../support/kafka.ts';
import type { Benchmark } from './harness/benchmark.ts';
import { compare } from './harness/compare.ts';
import { interleave } from './harness/interleave.ts';
import { openBenchDatabase } from './harness/open-bench-database.ts';
import { openBenchStore } from './harness/open-bench-store.ts';

const STREAMS = 200;
const EVENTS_AN_APPEND = 50;

/** Discards what would be published: the difference is the cost of the brokers. */
const withoutSubscribers: EventPublisher = {
  maxBytes: 1_000_000,
  open: async () => ({
    publishedTo: undefined,
    lastId: undefined,
    publish: async () => {},
    close: async () => {},
  }),
};

/** The same publisher, with a promise for the publication of a position. */
const watched = (publisher: EventPublisher, head: Position) => {
  const ended = Promise.withResolvers<void>();
  const watching: EventPublisher = {
    ...publisher,
    open: async (signal) => {
      const publication = await publisher.open(signal);
      return {
        ...publication,
        publish: async (events, upTo) => {
          await publication.publish(events, upTo);
          if (upTo >= head) ended.resolve();
        },
      };
    },
  };
  return { publisher: watching, ended: ended.promise };
};

/**
 * The relay from an empty checkpoint to the end of the log: events per second, and the cost of each to this process.
 */
export const relay: Benchmark = {
  name: 'relay',
  run: async (context) => {
    if (testKafkaBrokers === undefined)
      return { figures: [], notes: ['no broker: set TEST_KAFKA_BROKERS (.ci/start-kafka) to measure'] };
    const events = context.quick ? STREAMS * EVENTS_AN_APPEND : 50_000;
    await using opened = await openBenchDatabase(context);
    const { database } = opened;
    const eventStore = await openBenchStore(database);
    await Promise.all(
      Array.from({ length: STREAMS }, async (_, stream) => {
        for (let n = 0; n < events / STREAMS; n += EVENTS_AN_APPEND)
          await eventStore.append(
            `document-${stream}`,
            Array.from({ length: EVENTS_AN_APPEND }, (_each, index) => count(n + index)),
            'any',
          );
      }),
    );
    const head = await eventStore.head();
    const checkpoints = createPostgresCheckpoints(database);

    const publish = async (publisher: EventPublisher) => {
      await database.query('delete from coordination.checkpoints where consumer = $1', [RELAY]);
      const stop = new AbortController();
      const over = watched(publisher, head);
      const [began, computed] = [performance.now(), process.cpuUsage()];
      const running = runRelay(
        {
          eventStore,
          checkpoints,
          leases: createPostgresLeases({ database, logger: silentLogger, owner: randomUUID() }),
          followerRegistry: createFollowerRegistry(),
          logger: silentLogger,
          metrics: silentMetrics,
          publisher: over.publisher,
          definitions: [noted, counted],
          names: kafkaConfiguration().names,
        },
        stop.signal,
      );
      await over.ended;
      const seconds = (performance.now() - began) / 1000;
      const { user, system } = process.cpuUsage(computed);
      stop.abort();
      await running;
      return { perSecond: head / seconds, microseconds: (user + system) / head };
    };
    const toKafka = () => {
      const configuration = kafkaConfiguration();
      return createKafkaPublisher({
        connection: kafkaConnection(configuration),
        configuration,
        metrics: silentMetrics,
      });
    };
    const results = await interleave(context.quick ? 1 : 3, {
      none: () => publish(withoutSubscribers),
      kafka: () => publish(toKafka()),
    });
    await eventStore.close();
    return {
      figures: [
        compare({
          name: `${head} events to Kafka`,
          unit: '/s',
          measured: results.kafka.map(({ perSecond }) => perSecond),
          baseline: 'read and made ready, not published',
          baselineMeasured: results.none.map(({ perSecond }) => perSecond),
        }),
        compare({
          name: 'computing of this process, each event',
          unit: 'µs',
          measured: results.kafka.map(({ microseconds }) => microseconds),
          baseline: 'read and made ready, not published',
          baselineMeasured: results.none.map(({ microseconds }) => microseconds),
        }),
      ],
      notes: ['including the creation of topics, on a separate broker beside this process'],
    };
  },
};
