import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPgliteDatabase } from '../../infra/storage/database/pglite-database.ts';
import { afterPowerLoss, type DiskOperation } from '../support/power-loss.ts';
import { type RecordedAppends, recordAppends } from '../support/recorded-appends.ts';

/** Pseudorandom numbers, the same in every run (Lehmer's generator). */
const lehmer = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

/** Each recovery costs five seconds of processor time; `POWER_LOSS_TRIALS` requests more of them. */
const TRIALS = Number(process.env.POWER_LOSS_TRIALS ?? 2);

let recorded: RecordedAppends;
beforeAll(async () => {
  recorded = await recordAppends();
});
afterAll(() => recorded[Symbol.asyncDispose]());

/** Opens the database left by the power loss and returns the number of its events, reading every page of them. */
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
    ...recorded.operations
      .slice(0, end)
      .map((operation) => (operation.kind === 'mark' ? Number(operation.label.split(' ')[1]) : 0)),
  );

const lossAt = async (end: number, seed: number, seen = recorded.operations): Promise<number> => {
  const place = join(recorded.folder, `loss-${seed}`);
  try {
    await afterPowerLoss({ base: recorded.base, target: place }, seen, end, lehmer(seed));
    return await eventsIn(place);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
};

describe('the embedded database', () => {
  it('opens after a power failure at any moment with every acknowledged append', {
    timeout: 600_000,
  }, async () => {
    const random = lehmer(20_261_122);
    const trials = Array.from({ length: TRIALS }, (_, index) => ({
      seed: index + 1,
      end: Math.floor(random() * recorded.operations.length),
    }));
    for (const { seed, end } of trials) {
      const events = await lossAt(end, seed);
      expect(events, `after ${end} operations, seed ${seed}`).toBeGreaterThanOrEqual(acknowledgedBy(end));
    }
  });

  it('would lose appends, or fail to open, if nothing were flushed', async () => {
    const unflushed = recorded.operations.map(
      (operation): DiskOperation => (operation.kind === 'sync' ? { kind: 'mark', label: '' } : operation),
    );
    const end = recorded.operations.length - 1;
    const least = await lossAt(end, 1001, unflushed).catch(() => 0);
    // Another draw when the first one happened to keep everything.
    const events = least < acknowledgedBy(end) ? least : await lossAt(end, 1002, unflushed).catch(() => 0);
    expect(events).toBeLessThan(acknowledgedBy(end));
  });
});
