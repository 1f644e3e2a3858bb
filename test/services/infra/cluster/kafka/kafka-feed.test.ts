import { CompressionTypes } from 'kafkajs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogFeed } from '../../../../../consumers/runner/log-feed.ts';
import { type ConsumerServices, runConsumer } from '../../../../../consumers/runner/run-consumer.ts';
import { PARTITION_COUNT, partitionNames } from '../../../../../domain/operations/consumer-partitions.ts';
import { followerRunner } from '../../../../../followers/run-follower.ts';
import { boundedRecords, ensureTopics } from '../../../../../infra/cluster/kafka/ensure-topics.ts';
import type { KafkaConfiguration } from '../../../../../infra/cluster/kafka/kafka-configuration.ts';
import type { KafkaConnection } from '../../../../../infra/cluster/kafka/kafka-connection.ts';
import { createKafkaFeed } from '../../../../../infra/cluster/kafka/kafka-feed.ts';
import { eventTypesHash, workTopic } from '../../../../../infra/cluster/kafka/work-record.ts';
import type { ConsumerFeed } from '../../../../../ports/consumer-feed.ts';
import type { Fence, LeasePool } from '../../../../../ports/leases.ts';
import { embedded } from '../../../../support/databases.ts';
import { count, counted } from '../../../../support/events.ts';
import {
  kafkaConfiguration,
  kafkaConnection,
  kafkaViaProxy,
  testKafkaBrokers,
  workHashOfTests,
} from '../../../../support/kafka.ts';
import { type LogHarness, openLogHarness, until } from '../../../../support/log-harness.ts';
import { startTcpProxy } from '../../../../support/tcp-proxy.ts';

type PooledServices = ConsumerServices & { readonly leases: LeasePool };
type Handled = { readonly node: string; readonly key: string; readonly n: number; readonly fence: Fence };

describe.skipIf(testKafkaBrokers === undefined)('consumers that receive their work from Kafka', () => {
  let log: LogHarness;
  let stop: AbortController;
  let runs: Promise<void>[];
  let configuration: KafkaConfiguration;
  let handled: Handled[];
  let said: string[];

  beforeEach(async () => {
    log = await openLogHarness(embedded);
    stop = new AbortController();
    runs = [];
    configuration = kafkaConfiguration();
    handled = [];
    said = [];
  });
  afterEach(async () => {
    stop.abort();
    await Promise.all(runs);
    await log.dispose();
  });

  const start = (
    node: string,
    feedOf: (services: PooledServices) => ConsumerFeed,
    handle: (n: number) => Promise<void> = async () => {},
  ): AbortController => {
    const own = new AbortController();
    const note = (_fields: unknown, message: string): number => said.push(message);
    const services: PooledServices = {
      ...log,
      leases: log.leasesOf(node, 3000),
      logger: { ...log.logger, warn: note, info: note },
      withTrace: (_event, work) => work(),
      retry: { attempts: 3, firstPause: 5, maxPause: 20 },
      pauses: { firstRetry: 20, maxRetry: 100, stepDown: 50 },
    };
    runs.push(
      runConsumer(
        {
          name: 'listener',
          eventTypes: ['Counted'],
          concurrency: 8,
          orderingKey: ({ streamId }) => streamId,
          laterEvents: 'pass',
          deadline: 60_000,
          handle: async (event, { fence }) => {
            const { n } = counted.schema.parse(event.data);
            await handle(n);
            handled.push({ node, key: event.streamId, n, fence });
          },
        },
        { ...services, feed: feedOf(services) },
        AbortSignal.any([stop.signal, own.signal]),
      ),
    );
    return own;
  };
  const overKafka =
    (connection: KafkaConnection = kafkaConnection(configuration)) =>
    (services: PooledServices): ConsumerFeed =>
      createKafkaFeed({
        ...services,
        runFollower: followerRunner(services),
        connection,
        configuration,
        workHash: workHashOfTests,
        logFeed: createLogFeed(services),
      });

  const keys = Array.from({ length: 40 }, (_, index) => `document-${index}` as const);
  const revisions = new Map<string, number>();
  const write = async (n: number): Promise<void> => {
    await Promise.all(
      keys.map(async (key) => {
        const { revision } = await log.eventStore.append(key, [count(n)], 'any');
        revisions.set(key, revision);
      }),
    );
  };
  const hasHandled = (rounds: number) =>
    until(
      'all events are handled',
      () => new Set(handled.map(({ key, n }) => `${key} ${n}`)).size >= keys.length * rounds,
    );
  /** Checks the handled events of each key, ignoring redeliveries after a partition moved. */
  const inOrderByKey = (rounds: number): void => {
    for (const key of keys) {
      const firsts = [...new Set(handled.filter((one) => one.key === key).map(({ n }) => n))];
      expect(firsts, key).toEqual(Array.from({ length: rounds }, (_, index) => index + 1));
    }
  };
  const nodesOf = (n: number) => new Set(handled.filter((one) => one.n === n).map(({ node }) => node));

  it('receive it although an intruder announces an empty topic', async () => {
    await write(1);
    const connection = kafkaConnection(configuration);
    const topic = workTopic(configuration.prefix, 'listener');
    await ensureTopics(connection, [{ topic, partitions: PARTITION_COUNT }], configuration);
    const forger = connection.producer();
    await forger.connect();
    const value = JSON.stringify({ types: eventTypesHash(['Counted']), from: 0, start: 1e12, end: 1e12 });
    await forger.send({
      topic,
      messages: Array.from({ length: PARTITION_COUNT }, (_, partition) => ({ partition, value })),
    });
    await forger.disconnect();
    start('one', overKafka());
    await hasHandled(1);
    await write(2);
    await hasHandled(2);
    inOrderByKey(2);
  });

  it('receive it although an intruder writes a decompression bomb', async () => {
    const bomb = {
      compression: CompressionTypes.GZIP,
      messages: [{ partition: 0, value: Buffer.alloc(64 * 1024 * 1024) }],
    };
    const connection = kafkaConnection(configuration);
    const topic = workTopic(configuration.prefix, 'listener');
    const attacker = connection.producer();
    await attacker.connect();
    const own = `${configuration.prefix}.ours`;
    await ensureTopics(connection, [{ topic: own, partitions: 1, ...boundedRecords }], configuration);
    await expect(attacker.send({ ...bomb, topic: own })).rejects.toMatchObject({ type: 'MESSAGE_TOO_LARGE' });

    await ensureTopics(connection, [{ topic, partitions: PARTITION_COUNT }], configuration);
    await attacker.send({ ...bomb, topic });
    await attacker.disconnect();
    await write(1);
    start('one', overKafka());
    await hasHandled(1);
    inOrderByKey(1);
  });

  it('continue after a failure without waiting for another node', async () => {
    let failures = 0;
    start('one', (services) => {
      const feed = overKafka()(services);
      return {
        follow: (followed, work, signal) =>
          feed.follow(
            followed,
            async (partition) => {
              // As if the database were briefly unavailable: each partition fails once.
              if (failures < PARTITION_COUNT) {
                failures += 1;
                for await (const _ of partition.pages(AbortSignal.abort())) break;
                throw new Error('The database is down.');
              }
              return work(partition);
            },
            signal,
          ),
      };
    });
    await write(1);
    await hasHandled(1);
    expect(failures).toBe(PARTITION_COUNT);
    inOrderByKey(1);
  });

  it('continue after losing their leases to a node outside their group that then died', async () => {
    start('one', overKafka());
    await write(1);
    await hasHandled(1);
    const former = new Map(handled.map(({ fence: { name, fence } }) => [name, fence]));
    // As after a pause longer than a lease: another process has all of them, with a higher fence.
    const taken = await log.database.query(
      `update coordination.leases
          set owner = 'another', fence = fence + 1, expires_at = clock_timestamp() + interval '3 seconds'
        where name like 'consumer:listener/%' returning name`,
    );
    expect(taken).toHaveLength(PARTITION_COUNT);
    await write(2);
    // Work under the old fence moves no checkpoint. The other process never appears again: as its leases expire, all
    // partitions return to the only group member, which works under its own fences.
    const hasNewOwner = ({ n, fence: { name, fence } }: Handled): boolean =>
      n === 2 && fence >= (former.get(name) ?? Number.POSITIVE_INFINITY) + 2;
    await until(
      'all events are handled under new fences',
      () => new Set(handled.filter(hasNewOwner).map(({ key }) => key)).size === keys.length,
    );
    inOrderByKey(2);
    expect(said).not.toContain('Kafka is unavailable: a consumer takes its work from the log.');
  });

  it('divide it among the nodes of a group, once each and in order, while nodes join and leave', async () => {
    await write(1);
    const one = start('one', overKafka());
    await hasHandled(1);
    start('two', overKafka());
    let round = 1;
    await until('both nodes have some partitions', async () => {
      round += 1;
      await write(round);
      await hasHandled(round);
      return nodesOf(round).size === 2;
    });
    expect(nodesOf(round)).toEqual(new Set(['one', 'two']));
    one.abort();
    round += 1;
    await write(round);
    await hasHandled(round);
    inOrderByKey(round);
    // Each partition has a separate lease, whose fence rises when it moves.
    expect(new Set(handled.map(({ fence }) => fence.name)).size).toBeGreaterThan(8);
    // And its checkpoint advances, even for partitions without work, so that either feed can continue from there.
    const head = await log.eventStore.head();
    await until('all partitions have reached the end', async () => {
      const positions = await Promise.all(partitionNames('listener').map(log.checkpoints.read));
      return positions.every((position) => position === head);
    });
    const admin = kafkaConnection(configuration).admin();
    await admin.connect();
    await until('the group has nothing left at the brokers', async () => {
      const topic = `${configuration.prefix}.work.listener`;
      const [ends, offsets] = await Promise.all([
        admin.fetchTopicOffsets(topic),
        admin.fetchOffsets({ groupId: `${configuration.prefix}.listener`, topics: [topic] }),
      ]);
      return ends.every(({ partition, high }) => {
        const noted = offsets[0]?.partitions.find((one) => one.partition === partition)?.offset;
        return high === '0' || noted === high;
      });
    });
    await admin.disconnect();
  });

  it('switch between the log and Kafka by configuration alone, and resume where the other stopped', async () => {
    await write(1);
    const first = start('log', createLogFeed);
    await hasHandled(1);
    await write(2);
    await hasHandled(2);
    first.abort();
    await Promise.all(runs);
    await write(3);
    const second = start('kafka', overKafka());
    await hasHandled(3);
    await write(4);
    await hasHandled(4);
    second.abort();
    await Promise.all(runs);
    await write(5);
    start('log again', createLogFeed);
    await hasHandled(5);
    inOrderByKey(5);
    expect(nodesOf(1)).toEqual(new Set(['log']));
    expect(nodesOf(3)).toEqual(new Set(['kafka']));
    expect(nodesOf(5)).toEqual(new Set(['log again']));
    // Everything was idle between the changes: nothing was handled twice.
    expect(handled).toHaveLength(keys.length * 5);
  });

  it('read from the log while the brokers are down, and from Kafka again when they are back', async () => {
    await using proxy = await startTcpProxy(`kafka://${testKafkaBrokers}`);
    start('one', overKafka(kafkaViaProxy(configuration, proxy)));
    await write(1);
    await hasHandled(1);
    proxy.refuse();
    proxy.cut();
    await write(2);
    await hasHandled(2);
    await until('the forged record is reported', () =>
      said.some((line) => line.startsWith('Kafka is unavailable')),
    );
    proxy.accept();
    await until('the forged record is reported', () =>
      said.some((line) => line.endsWith('from Kafka again.')),
    );
    await write(3);
    await hasHandled(3);
    inOrderByKey(3);
  });
});
