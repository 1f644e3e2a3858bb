import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { createRebuildHistory } from '../../commands/histories/rebuild-history.ts';
import { allEvents } from '../../domain/all-events.ts';
import { createEventRegistry, type EventRegistry } from '../../domain/kernel/event-registry.ts';
import { createFollowerRegistry } from '../../followers/follower-registry.ts';
import { createIdentitySource } from '../../infra/installation/identity-source.ts';
import { createEventSerializer } from '../../infra/storage/event-serialization/event-serializer.ts';
import { createPostgresEventStore } from '../../infra/storage/event-store/postgres-event-store.ts';
import { postgresGenerations } from '../../infra/storage/generations/postgres-generations.ts';
import { createPostgresCheckpoints } from '../../infra/storage/leases/postgres-checkpoints.ts';
import { createPostgresLeases } from '../../infra/storage/leases/postgres-leases.ts';
import { silentLogger } from '../../ports/logger.ts';
import { silentMetrics } from '../../ports/metrics.ts';
import type { DatabaseKind } from './databases.ts';
import { confided, counted, newerRegistry, noted } from './events.ts';
import { createInMemoryKeyVault } from './in-memory-key-vault.ts';

/** A real log on a new database, with leases, checkpoints and a registry of followers. */
export const openLogHarness = async (kind: DatabaseKind) => {
  const { database, connectionString, dispose } = await kind.openMigrated();
  const registry = createEventRegistry([...allEvents, noted, counted, confided]);
  const vault = createInMemoryKeyVault();
  const storeWith = (known: EventRegistry) =>
    createPostgresEventStore({
      database,
      serializer: createEventSerializer({ registry: known, vault }),
      logger: silentLogger,
      pollInterval: 100,
    });
  const eventStore = await storeWith(registry);
  const stores = [eventStore];
  const identity = createIdentitySource();
  /** Leases as held by another process; short, so that tests can wait for a takeover. */
  const leasesOf = (owner: string = randomUUID(), timeToLive = 600) =>
    createPostgresLeases({ database, logger: silentLogger, owner, timeToLive });
  return {
    database,
    connectionString,
    eventStore,
    /** The same log as opened by a newer program version. */
    newerEventStore: async () => {
      const store = await storeWith(
        createEventRegistry([...allEvents, ...newerRegistry.definitions.values()]),
      );
      stores.push(store);
      return store;
    },
    vault,
    // As long as in production: a busy machine must not lose them in tests about something else.
    leases: leasesOf(undefined, 10_000),
    leasesOf,
    checkpoints: createPostgresCheckpoints(database),
    generations: postgresGenerations,
    followerRegistry: createFollowerRegistry(),
    identity,
    rebuilds: createRebuildHistory({ eventStore, identity }),
    logger: silentLogger,
    metrics: silentMetrics,
    dispose: async () => {
      await Promise.all(stores.map((store) => store.close()));
      await dispose();
    },
  };
};
export type LogHarness = Awaited<ReturnType<typeof openLogHarness>>;

/** Milliseconds between two checks of a condition. */
const LOOK_AGAIN_MS = { least: 10, most: 250 };
/**
 * The next check comes after this share of the time waited so far, so that a wait of seconds is not polled a hundred
 * times a second.
 */
const OF_WAITED = 1 / 8;

/** Waits until a condition holds; otherwise fails the test with its name. */
export const until = async (
  what: string,
  condition: () => boolean | Promise<boolean>,
  milliseconds = 120_000,
): Promise<void> => {
  const began = performance.now();
  let holds = await condition();
  for (;;) {
    const waited = performance.now() - began;
    if (holds || waited >= milliseconds) break;
    const pause = Math.min(LOOK_AGAIN_MS.most, Math.max(LOOK_AGAIN_MS.least, waited * OF_WAITED));
    await new Promise((resolve) => setTimeout(resolve, pause));
    holds = await condition();
  }
  expect(holds, `Waited in vain until ${what}.`).toBe(true);
};
