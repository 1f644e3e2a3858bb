/**
 * A consumer with countable effects, in a separate process. Arguments: the database URL and a file that receives a line
 * per effect: `<effect> <position> <fence> <pid> <stream>`. Any number of processes share the work; with Kafka brokers
 * and a topic prefix, through a consumer group.
 *
 * Each event has two effects. The intent of a `careful` one is appended under the fence, and only the process that
 * appended it executes it: never twice, and not at all when that process died in between. A `plain` one is only
 * confirmed, which is enough for repeatable effects: it is repeated when a former owner executed it after its last
 * checkpoint.
 */

import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { setTimeout as work } from 'node:timers/promises';
import { systemContext } from '../../commands/runtime/system-caller.ts';
import { createLogFeed } from '../../consumers/runner/log-feed.ts';
import { performOnce } from '../../consumers/runner/perform-once.ts';
import { runConsumer } from '../../consumers/runner/run-consumer.ts';
import { allEvents } from '../../domain/all-events.ts';
import type { Decider } from '../../domain/kernel/decider.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventOf } from '../../domain/kernel/event-definition.ts';
import { createEventRegistry } from '../../domain/kernel/event-registry.ts';
import { ok } from '../../domain/kernel/result.ts';
import { createFollowerRegistry } from '../../followers/follower-registry.ts';
import { createLeaseBalancer } from '../../followers/lease-balancer.ts';
import { followerRunner } from '../../followers/run-follower.ts';
import { createKafkaFeed } from '../../infra/cluster/kafka/kafka-feed.ts';
import { createPostgresNodes } from '../../infra/cluster/nodes/postgres-nodes.ts';
import { createIdentitySource } from '../../infra/installation/identity-source.ts';
import { openPgDatabase } from '../../infra/storage/database/pg-database.ts';
import { createEventSerializer } from '../../infra/storage/event-serialization/event-serializer.ts';
import { createPostgresEventStore } from '../../infra/storage/event-store/postgres-event-store.ts';
import { listLeases } from '../../infra/storage/leases/list-leases.ts';
import { createPostgresCheckpoints } from '../../infra/storage/leases/postgres-checkpoints.ts';
import { createPostgresLeases } from '../../infra/storage/leases/postgres-leases.ts';
import type { Fence } from '../../ports/leases.ts';
import { silentLogger } from '../../ports/logger.ts';
import { silentMetrics } from '../../ports/metrics.ts';
import { counted, noted } from './events.ts';
import { createInMemoryKeyVault } from './in-memory-key-vault.ts';
import { kafkaConfiguration, kafkaConnection, workHashOfTests } from './kafka.ts';

const [, , connectionString = '', effectsFile = '', brokers, prefix = ''] = process.argv;
/** Duration of an effect in milliseconds, long enough for a freeze to interrupt it. */
const WORK = 15;

const database = await openPgDatabase({ connectionString, logger: silentLogger });
const eventStore = await createPostgresEventStore({
  database,
  serializer: createEventSerializer({
    registry: createEventRegistry([...allEvents, counted, noted]),
    vault: createInMemoryKeyVault(),
  }),
  logger: silentLogger,
});

const perform = (
  effect: 'careful' | 'plain',
  { position, streamId }: RecordedEvent,
  { fence }: Fence,
): void => appendFileSync(effectsFile, `${effect} ${position} ${fence} ${process.pid} ${streamId}\n`);

type Claim = { readonly type: 'Claim'; readonly fence: string };
const claimDecider: Decider<Claim, EventOf<typeof noted>, boolean> = {
  initialState: false,
  decide: ({ fence }, isClaimed) => ok(isClaimed ? [] : [{ type: 'Noted', data: { text: fence } }]),
  evolve: () => true,
};
const identity = createIdentitySource();
const node = randomUUID();
const leases = createPostgresLeases({ database, logger: silentLogger, owner: node });
const keeper = createLeaseBalancer({
  leases,
  listLeases: () => listLeases(database),
  nodes: createPostgresNodes({ session: database, id: node, host: 'test', role: 'worker', version: '1' }),
  node,
  logger: silentLogger,
});
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());

const services = {
  eventStore,
  identity,
  checkpoints: createPostgresCheckpoints(database),
  leases: keeper,
  followerRegistry: createFollowerRegistry(),
  logger: silentLogger,
  metrics: silentMetrics,
};
const configuration = kafkaConfiguration({ brokers: [brokers ?? ''], prefix });
const feed =
  brokers === undefined
    ? createLogFeed(services)
    : createKafkaFeed({
        ...services,
        runFollower: followerRunner(services),
        leases,
        connection: kafkaConnection(configuration),
        configuration,
        workHash: workHashOfTests,
        logFeed: createLogFeed(services),
      });
const keeping = keeper.run(stop.signal);
await runConsumer(
  {
    name: 'effects',
    eventTypes: [counted.type],
    concurrency: 4,
    orderingKey: (event) => event.streamId,
    laterEvents: 'pass',
    deadline: 30_000,
    handle: async (event, delivery) => {
      const { fence, confirm } = delivery;
      await performOnce({
        delivery,
        intention: {
          decider: claimDecider,
          streamId: `access-claim-${event.position}`,
          commands: [{ type: 'Claim', fence: `${fence.name} ${fence.fence}` }],
          context: systemContext(event, event.id, 'effects', fence),
          services: { eventStore, identity },
        },
        perform: async () => {
          await work(WORK);
          perform('careful', event, fence);
        },
      });
      await confirm();
      perform('plain', event, fence);
    },
  },
  { ...services, feed, withTrace: (_, traced) => traced() },
  stop.signal,
);
await keeping;
await eventStore.close();
await database.close();
