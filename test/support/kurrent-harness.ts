import { randomBytes, randomUUID } from 'node:crypto';
import { createEventSerializer } from '../../infra/storage/event-serialization/event-serializer.ts';
import { openKurrentEventStore } from '../../infra/storage/event-store-kurrent/kurrent-event-store.ts';
import { createPostgresKeyVault } from '../../infra/storage/key-vault/postgres-key-vault.ts';
import { createPostgresLeases } from '../../infra/storage/leases/postgres-leases.ts';
import type { Lease } from '../../ports/leases.ts';
import { type Logger, silentLogger } from '../../ports/logger.ts';
import { type DatabaseKind, embedded } from './databases.ts';
import { newerRegistry, testRegistry } from './events.ts';
import { kurrentConfiguration } from './kurrent.ts';

/** Several stores on the same KurrentDB streams and one database, like the nodes of an installation. */
export const openKurrentHarness = async (
  url: string,
  {
    kind = embedded,
    prefix,
    probesAppendSize,
  }: { readonly kind?: DatabaseKind; readonly prefix?: string; readonly probesAppendSize?: boolean } = {},
) => {
  const { database, connectionString, dispose } = await kind.openMigrated();
  const masterKey = randomBytes(32);
  // Another node's append does not notify this one: everything must work without a hint.
  const [vault, vaultElsewhere] = await Promise.all(
    [1, 2].map(() => createPostgresKeyVault({ database, masterKey })),
  );
  if (!vault || !vaultElsewhere) throw new Error('unreachable');
  const configuration = kurrentConfiguration(url, prefix);
  const closing: (() => Promise<void>)[] = [];
  const held: Lease[] = [];
  const open = async (registry = testRegistry, at = configuration, logger: Logger = silentLogger) => {
    const store = await openKurrentEventStore({
      configuration: { ...at, prefix: configuration.prefix },
      database,
      // Short, so that tests can wait for a takeover.
      leases: createPostgresLeases({
        database,
        logger: silentLogger,
        owner: randomUUID(),
        timeToLive: 1_000,
      }),
      serializer: createEventSerializer({ registry, vault }),
      logger,
      pollInterval: 100,
      ...(probesAppendSize === undefined ? {} : { probesAppendSize }),
    });
    closing.push(store.close);
    return store;
  };
  return {
    database,
    connectionString,
    configuration,
    prefix: configuration.prefix,
    open,
    openNewer: () => open(newerRegistry),
    takeLease: async (name: string) => {
      const leases = createPostgresLeases({ database, logger: silentLogger, owner: randomUUID() });
      // The lease is not renewed, so the next owner need not wait.
      await database.query(`update coordination.leases set expires_at = '-infinity' where name = $1`, [name]);
      const lease = await leases.acquire(name, new AbortController().signal);
      if (!lease) throw new Error('The lease was not granted.');
      held.push(lease);
      return { name, fence: lease.fence };
    },
    eraseSubject: (subject: string) => vault.destroy(subject),
    eraseElsewhere: (subject: string) => vaultElsewhere.destroy(subject),
    dispose: async () => {
      for (const lease of held) await lease.release();
      await Promise.all(closing.map((close) => close()));
      await dispose();
    },
  };
};
export type KurrentHarness = Awaited<ReturnType<typeof openKurrentHarness>>;
