/**
 * A consumer whose effects can be counted, in a process of its own. Run with the database's URL and the file that it
 * writes a line to for each effect: `<effect> <position> <fence> <pid>`.
 *
 * Each event has two effects. A `careful` one is intended first, by an append under the fence, and done by whoever
 * appended that: never twice, and not at all when that process ended in between. A `plain` one is only confirmed, as
 * is enough for what may be repeated: done again when a former owner had done it after its last checkpoint.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { setTimeout as work } from 'node:timers/promises';
import { systemContext } from '../../commands/runtime/system-caller.ts';
import { performOnce } from '../../consumers/runner/perform-once.ts';
import { runConsumer } from '../../consumers/runner/run-consumer.ts';
import { allEvents } from '../../domain/all-events.ts';
import type { Decider } from '../../domain/kernel/decider.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventOf } from '../../domain/kernel/event-definition.ts';
import { createEventRegistry } from '../../domain/kernel/event-registry.ts';
import { ok } from '../../domain/kernel/result.ts';
import { createFollowerRegistry } from '../../followers/follower-registry.ts';
import { openPgDatabase } from '../../infra/database/pg-database.ts';
import { createEventSerializer } from '../../infra/event-serialization/event-serializer.ts';
import { createPostgresEventStore } from '../../infra/event-store/postgres-event-store.ts';
import { createIdentitySource } from '../../infra/identity-source.ts';
import { createPostgresCheckpoints } from '../../infra/leases/postgres-checkpoints.ts';
import { createPostgresLeases } from '../../infra/leases/postgres-leases.ts';
import type { Fence } from '../../ports/leases.ts';
import { silentLogger } from '../../ports/logger.ts';
import { silentMetrics } from '../../ports/metrics.ts';
import { counted, noted } from './events.ts';
import { createInMemoryKeyVault } from './in-memory-key-vault.ts';

const [, , connectionString = '', effectsFile = ''] = process.argv;
/** Milliseconds that an effect takes, so that a freeze may hit it in the middle. */
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

const perform = (effect: 'careful' | 'plain', { position }: RecordedEvent, { fence }: Fence): void =>
  appendFileSync(effectsFile, `${effect} ${position} ${fence} ${process.pid}\n`);

type Claim = { readonly type: 'Claim'; readonly fence: number };
const claimDecider: Decider<Claim, EventOf<typeof noted>, boolean> = {
  initialState: false,
  decide: ({ fence }, isClaimed) => ok(isClaimed ? [] : [{ type: 'Noted', data: { text: String(fence) } }]),
  evolve: () => true,
};
const identity = createIdentitySource();

await runConsumer(
  {
    name: 'effects',
    eventTypes: [counted.type],
    concurrency: 4,
    orderingKey: (event) => event.id,
    laterEvents: 'pass',
    deadline: 30_000,
    handle: async (event, delivery) => {
      const { fence, confirm } = delivery;
      await performOnce({
        delivery,
        intention: {
          decider: claimDecider,
          streamId: `access-claim-${event.position}`,
          commands: [{ type: 'Claim', fence: fence.fence }],
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
  {
    eventStore,
    identity,
    checkpoints: createPostgresCheckpoints(database),
    leases: createPostgresLeases({ database, logger: silentLogger, owner: randomUUID() }),
    followerRegistry: createFollowerRegistry(),
    logger: silentLogger,
    metrics: silentMetrics,
    withTrace: (_, traced) => traced(),
  },
  new AbortController().signal,
);
