import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase } from '../../../../../infra/storage/database/migrate-database.ts';
import {
  openPgliteDatabase,
  type PgliteDatabase,
} from '../../../../../infra/storage/database/pglite-database.ts';
import { createEventSerializer } from '../../../../../infra/storage/event-serialization/event-serializer.ts';
import { createPostgresEventStore } from '../../../../../infra/storage/event-store/postgres-event-store.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import { count, testRegistry } from '../../../../support/events.ts';
import { createInMemoryKeyVault } from '../../../../support/in-memory-key-vault.ts';
import { afterPowerLoss, type DiskOperation, recordDisk } from '../../../../support/power-loss.ts';

/** Numbers that look random and are the same in every run (Lehmer's generator). */
const lehmer = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

const storeOn = (database: PgliteDatabase) =>
  createPostgresEventStore({
    database,
    serializer: createEventSerializer({ registry: testRegistry, vault: createInMemoryKeyVault() }),
    logger: silentLogger,
  });

/** A thousand files are copied and flushed for each failure: in memory where the system has a place for that. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const APPENDS = 240;
/** Each recovery takes five seconds of a processor; `POWER_LOSS_TRIALS` asks for more of them. */
const TRIALS = Number(process.env.POWER_LOSS_TRIALS ?? 4);
let folder: string;
let base: string;
let operations: readonly DiskOperation[];

beforeAll(async () => {
  folder = await mkdtemp(join(memory, 'anamnesis-power-'));
  base = join(folder, 'base');
  const empty = await openPgliteDatabase(base);
  await migrateDatabase(empty);
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
        // A read model beside the log: pages that are written again and again, and checkpoints in between.
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
  operations = recording.operations;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Opens what the power loss left and answers how many events stand there, every page of them read. */
const eventsIn = async (dataDir: string): Promise<number> => {
  const database = await openPgliteDatabase(dataDir);
  try {
    await database.execute('set enable_indexscan = off; set enable_indexonlyscan = off');
    const [log] = await database.query(
      'select count(*) as events, coalesce(max(position), 0) as head from event_log.events',
    );
    await database.query('select count(*) from model');
    await database.execute(
      'reset enable_indexscan; reset enable_indexonlyscan; set enable_seqscan = off; set enable_bitmapscan = off',
    );
    const [byKey] = await database.query(
      'select count(*) as events from (select id from event_log.events order by id) e',
    );
    expect(byKey?.events).toBe(log?.events);
    expect(log?.head).toBe(log?.events);
    return Number(log?.head);
  } finally {
    await database.close();
  }
};

const acknowledgedBy = (end: number): number =>
  Math.max(
    0,
    ...operations
      .slice(0, end)
      .map((operation) => (operation.kind === 'mark' ? Number(operation.label.split(' ')[1]) : 0)),
  );

const lossAt = async (end: number, seed: number, seen = operations): Promise<number> => {
  const place = join(folder, `loss-${seed}`);
  try {
    await afterPowerLoss(base, seen, end, place, lehmer(seed));
    return await eventsIn(place);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
};

describe('the embedded database', () => {
  it('flushes the write-ahead log after the write of every append and before its answer', () => {
    const acknowledged = operations.flatMap((operation, index) => (operation.kind === 'mark' ? [index] : []));
    expect(acknowledged).toHaveLength(APPENDS);
    const unflushed = acknowledged.filter((index) => {
      const before = operations.slice(0, index);
      const isLog = (operation: DiskOperation): boolean =>
        'path' in operation && /^pg_wal\/[0-9A-F]{24}$/.test(operation.path);
      const written = before.findLastIndex((operation) => operation.kind === 'write' && isLog(operation));
      const flushed = before.findLastIndex((operation) => operation.kind === 'sync' && isLog(operation));
      return flushed < written;
    });
    expect(unflushed).toEqual([]);
  });

  it('flushes what a checkpoint covers before the control file says so', () => {
    const controls = operations.flatMap((operation, index) =>
      operation.kind === 'write' && operation.path === 'global/pg_control' ? [index] : [],
    );
    // The first stands for the start, before anything was written.
    expect(controls.length).toBeGreaterThan(4);
    let from = 0;
    for (const control of controls) {
      const interval = operations.slice(from, control);
      const written = interval.flatMap((operation, index) =>
        operation.kind === 'write' && /^base\/\d+\/\d/.test(operation.path)
          ? [{ path: operation.path, index }]
          : [],
      );
      for (const { path, index } of written) {
        const flushed = interval.findLastIndex((other) => other.kind === 'sync' && other.path === path);
        expect(flushed, `${path} is flushed`).toBeGreaterThan(index);
      }
      from = control + 1;
    }
  });

  it('opens after a power failure at any moment with every acknowledged append', {
    timeout: 600_000,
  }, async () => {
    const random = lehmer(20_261_122);
    const trials = Array.from({ length: TRIALS }, (_, index) => ({
      seed: index + 1,
      end: Math.floor(random() * operations.length),
    }));
    for (const { seed, end } of trials) {
      const events = await lossAt(end, seed);
      expect(events, `after ${end} operations, seed ${seed}`).toBeGreaterThanOrEqual(acknowledgedBy(end));
    }
  });

  it('would lose appends, or not open, if nothing were flushed', async () => {
    const unflushed = operations.map(
      (operation): DiskOperation => (operation.kind === 'sync' ? { kind: 'mark', label: '' } : operation),
    );
    const end = operations.length - 1;
    const outcomes = await Promise.all(
      [1, 2].map((seed) => lossAt(end, 1000 + seed, unflushed).catch(() => 0)),
    );
    expect(Math.min(...outcomes)).toBeLessThan(acknowledgedBy(end));
  });

  it('starts again after its first start was cut off in the middle', async () => {
    const dataDir = join(folder, 'first');
    await cp(base, `${dataDir}.new`, { recursive: true });
    await rm(join(`${dataDir}.new`, 'global'), { recursive: true });
    await writeFile(join(`${dataDir}.new`, 'leftover'), '');
    const database = await openPgliteDatabase(dataDir);
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    await database.close();
    expect(await readdir(dataDir)).toContain('PG_VERSION');
    expect(await readdir(dataDir)).not.toContain('leftover');
    expect(await readdir(folder)).not.toContain('first.new');
  });
});
