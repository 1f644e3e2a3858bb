import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { RecordedEvent } from '../../../../../domain/kernel/event.ts';
import { Failure } from '../../../../../domain/kernel/failure.ts';
import { migrateDatabase } from '../../../../../infra/storage/database/migrate-database.ts';
import { createEventSerializer } from '../../../../../infra/storage/event-serialization/event-serializer.ts';
import { createPostgresEventStore } from '../../../../../infra/storage/event-store/postgres-event-store.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import { databaseKinds } from '../../../../support/databases.ts';
import { collect, count, counted, testRegistry } from '../../../../support/events.ts';
import { createInMemoryKeyVault } from '../../../../support/in-memory-key-vault.ts';

const ADDITIONS = 6;
const STREAMS = 8;
const TOTAL = 2 * 32 * ADDITIONS;

const write = async (connectionString: string): Promise<number | null> => {
  const script = join(import.meta.dirname, '../../../../support/writer-process.ts');
  const child = spawn(process.execPath, [script, connectionString, String(ADDITIONS), String(STREAMS)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'exit');
  return child.exitCode;
};

const server = databaseKinds.find(({ name }) => name === 'PostgreSQL');

describe.skipIf(!server)('a database server that cuts its connections', () => {
  it('loses and duplicates nothing: a broken append is retried under the same ids', async () => {
    if (!server) throw new Error('There is no test server.');
    const { database, connectionString, dispose } = await server.open();
    await migrateDatabase(database);
    const store = await createPostgresEventStore({
      database,
      serializer: createEventSerializer({ registry: testRegistry, vault: createInMemoryKeyVault() }),
      logger: silentLogger,
    });
    const abort = new AbortController();
    const admin = new pg.Client({ connectionString });
    await admin.connect();
    const total = 200;
    try {
      const live = collect(store.subscribe(0, undefined, abort.signal), total);
      const cutting = (async () => {
        for (let cut = 0; cut < 5; cut += 1) {
          await new Promise((resolve) => setTimeout(resolve, 40));
          await admin.query(
            'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
          );
        }
      })();
      const appended = await Promise.allSettled(
        Array.from({ length: total }, async (_, n) => {
          await new Promise((resolve) => setTimeout(resolve, n));
          const event = count(n);
          for (;;) {
            try {
              return await store.append('access-a', [event], 'any');
            } catch (error) {
              if (!(error instanceof Failure) || error.reason.code !== 'unavailable') throw error;
            }
          }
        }),
      );
      await cutting;
      expect(appended.filter(({ status }) => status === 'rejected')).toEqual([]);
      const numbers = (await live).map(({ data }) => counted.schema.parse(data).n);
      expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: total }, (_, n) => n));
    } finally {
      abort.abort();
      await admin.end();
      await store.close();
      await dispose();
    }
  });
});

// Skipped without TEST_DATABASE_URL, which `test/support/databases.ts` reports: PGlite serves only one process.
describe.skipIf(!server)('64 writers in two processes on PostgreSQL', () => {
  it('leave no gap and lose no update, and a live and a new subscriber see every event once and in order', async () => {
    if (!server) throw new Error('There is no test server.');
    const { database, connectionString, dispose } = await server.open();
    await migrateDatabase(database);
    const store = await createPostgresEventStore({
      database,
      serializer: createEventSerializer({ registry: testRegistry, vault: createInMemoryKeyVault() }),
      logger: silentLogger,
    });
    const abort = new AbortController();
    try {
      const live = collect(store.subscribe(0, undefined, abort.signal), TOTAL);
      const exitCodes = await Promise.all([write(connectionString ?? ''), write(connectionString ?? '')]);
      expect(exitCodes).toEqual([0, 0]);
      const fresh = await collect(store.readAll(0));

      const positions = (events: readonly RecordedEvent[]): number[] =>
        events.map(({ position }) => position);
      const dense = Array.from({ length: TOTAL }, (_, index) => index + 1);
      expect(positions(fresh)).toEqual(dense);
      expect(positions(await live)).toEqual(dense);
      for (let stream = 0; stream < STREAMS; stream += 1) {
        const history = fresh.filter(({ streamId }) => streamId === `document-${stream}`);
        const numbers = history.map(({ data }) => counted.schema.parse(data).n);
        expect(numbers).toEqual(numbers.map((_, index) => index + 1));
      }
    } finally {
      abort.abort();
      await store.close();
      await dispose();
    }
  });
});
