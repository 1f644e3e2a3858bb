import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPgliteDatabase, type PgliteDatabase } from '../../infra/storage/database/pglite-database.ts';
import { createEventSerializer } from '../../infra/storage/event-serialization/event-serializer.ts';
import { createPostgresEventStore } from '../../infra/storage/event-store/postgres-event-store.ts';
import { silentLogger } from '../../ports/logger.ts';
import { count, testRegistry } from './events.ts';
import { createInMemoryKeyVault } from './in-memory-key-vault.ts';
import { placeMigratedDatabase } from './new-database.ts';
import { type DiskOperation, recordDisk } from './power-loss.ts';

const storeOn = (database: PgliteDatabase) =>
  createPostgresEventStore({
    database,
    serializer: createEventSerializer({ registry: testRegistry, vault: createInMemoryKeyVault() }),
    logger: silentLogger,
  });

/** A thousand files are copied and flushed for each failure: in memory when the system supports that. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export const APPENDS = 240;

export type RecordedAppends = AsyncDisposable & {
  /** A folder for further files; removed with the rest. */
  readonly folder: string;
  /** The data directory before the first append. */
  readonly base: string;
  /** The operations on the disk; a mark `acknowledged <position>` is set when an append is answered. */
  readonly operations: readonly DiskOperation[];
};

/**
 * Appends to a log in an embedded database from four callers, while a read model is written, and records the disk
 * operations.
 */
export const recordAppends = async (): Promise<RecordedAppends> => {
  const folder = await mkdtemp(join(memory, 'anamnesis-power-'));
  await placeMigratedDatabase(folder);
  const base = join(folder, 'database');
  const empty = await openPgliteDatabase(base);
  await empty.execute('create table model (id integer primary key, seen integer not null)');
  await empty.close();

  const live = join(folder, 'live');
  await cp(base, live, { recursive: true });
  const recording = recordDisk(live);
  try {
    const database = await openPgliteDatabase(live);
    const store = await storeOn(database);
    let next = 0;
    const caller = async (): Promise<void> => {
      while (next < APPENDS) {
        next += 1;
        const n = next;
        const { position } = await store.append(`query-${n}`, [count(n)], 'no-stream');
        recording.mark(`acknowledged ${position}`);
        // A read model alongside the log: pages that are rewritten again and again, with checkpoints in between.
        await database.query(
          'insert into model values ($1, 1) on conflict (id) do update set seen = model.seen + 1',
          [n % 40],
        );
        if (n % 60 === 0) await database.execute('checkpoint');
        if (n % 100 === 0) await database.query('select pg_switch_wal()');
      }
    };
    await Promise.all(Array.from({ length: 4 }, caller));
    await store.close();
    await database.close();
  } finally {
    recording.stop();
  }
  return {
    folder,
    base,
    operations: recording.operations,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
};
