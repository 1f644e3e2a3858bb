import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RecordedEvent } from '../../../../../domain/kernel/event.ts';
import { omitUndefined } from '../../../../../domain/kernel/omit-undefined.ts';
import { createEventSerializer } from '../../../../../infra/storage/event-serialization/event-serializer.ts';
import { createPostgresEventStore } from '../../../../../infra/storage/event-store/postgres-event-store.ts';
import { createPostgresKeyVault } from '../../../../../infra/storage/key-vault/postgres-key-vault.ts';
import { createPostgresLeases } from '../../../../../infra/storage/leases/postgres-leases.ts';
import type { Lease } from '../../../../../ports/leases.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import { describeEventStore } from '../../../../contract/event-store.contract.ts';
import { type DatabaseKind, databaseKinds } from '../../../../support/databases.ts';
import { collect, count, newerRegistry, note, testRegistry } from '../../../../support/events.ts';
import { until } from '../../../../support/log-harness.ts';

const openOn = async (kind: DatabaseKind, pollInterval?: number) => {
  const { database, connectionString, dispose } = await kind.openMigrated();
  const masterKey = randomBytes(32);
  // Another node's append does not notify this one: everything must work without a hint.
  const [vault, vaultElsewhere] = await Promise.all(
    [1, 2].map(() => createPostgresKeyVault({ database, masterKey })),
  );
  if (!vault || !vaultElsewhere) throw new Error('unreachable');
  const held: Lease[] = [];
  const open = (registry = testRegistry) =>
    createPostgresEventStore({
      database,
      serializer: createEventSerializer({ registry, vault }),
      logger: silentLogger,
      ...omitUndefined({ pollInterval }),
    });
  const store = await open();
  const newerStore = await open(newerRegistry);
  return {
    store,
    newerStore,
    takeLease: async (name: string) => {
      const leases = createPostgresLeases({ database, logger: silentLogger, owner: randomUUID() });
      // The lease is not renewed, so the next owner need not wait.
      await database.query(`update coordination.leases set expires_at = '-infinity' where name = $1`, [name]);
      const lease = await leases.acquire(name, new AbortController().signal);
      if (!lease) throw new Error('The lease was not granted.');
      held.push(lease);
      return { name, fence: lease.fence };
    },
    database,
    connectionString,
    openAnother: () => open(),
    rawText: async () =>
      JSON.stringify(await database.query('select data::text, metadata::text from event_log.events')),
    eraseSubject: (subject: string) => vault.destroy(subject),
    eraseElsewhere: (subject: string) => vaultElsewhere.destroy(subject),
    dispose: async () => {
      for (const lease of held) await lease.release();
      await newerStore.close();
      await store.close();
      await dispose();
    },
  };
};

for (const kind of databaseKinds) {
  describeEventStore(kind.name, () => openOn(kind));

  describe(`the event log on ${kind.name}`, () => {
    it('refuses updates, deletes and truncation', async () => {
      const harness = await openOn(kind);
      try {
        await harness.store.append('document-a', [note('kept')], 'no-stream');
        for (const statement of [
          `update event_log.events set type = 'Forged'`,
          'delete from event_log.events',
          'truncate event_log.events',
        ]) {
          await expect(harness.database.query(statement)).rejects.toThrow(/append-only/);
        }
        expect(await harness.store.head()).toBe(1);
      } finally {
        await harness.dispose();
      }
    });

    it('lets a second store on the same database follow by polling alone', async () => {
      const harness = await openOn(kind, 20);
      const other = await harness.openAnother();
      const abort = new AbortController();
      try {
        const seen = collect(other.subscribe(0, undefined, abort.signal), 10);
        for (let n = 0; n < 10; n += 1) {
          // Written without the stores: no hint, no notification.
          await harness.database.query(
            `insert into event_log.events values ($1, 'access-x', $2, gen_random_uuid(), 'Counted', 1, now(), $3, $4)`,
            [n + 1, n, JSON.stringify({ n }), JSON.stringify(count(n).metadata)],
          );
        }
        expect((await seen).map((event) => event.position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      } finally {
        abort.abort();
        await other.close();
        await harness.dispose();
      }
    });

    it('ends its subscriptions when closed, without delay', async () => {
      const harness = await openOn(kind);
      const other = await harness.openAnother();
      try {
        await harness.store.append('document-a', [note('one')], 'no-stream');
        const seen: RecordedEvent[] = [];
        const follow = async (): Promise<void> => {
          for await (const event of other.subscribe(0, undefined, new AbortController().signal))
            seen.push(event);
        };
        const followed = follow();
        await until('the existing events have been seen', () => seen.length > 0);
        await other.close();
        await followed;
        expect(seen).toHaveLength(1);
      } finally {
        await harness.dispose();
      }
    });
  });
}
