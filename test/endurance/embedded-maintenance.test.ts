import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  CHECKPOINT_BYTES,
  checkpointIfDue,
  maintainEmbedded,
  vacuumOneTable,
} from '../../infra/storage/database/embedded-maintenance.ts';
import { openPgliteDatabase, type PgliteDatabase } from '../../infra/storage/database/pglite-database.ts';
import { silentLogger } from '../../ports/logger.ts';
import { until } from '../support/log-harness.ts';

let folder: string;
let database: PgliteDatabase;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-tidy-'));
  database = await openPgliteDatabase(join(folder, 'database'), { sync: 'off' });
  await database.execute('create table model (id integer primary key, content text not null)');
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Some 2 MB of rows, and as much write-ahead log. */
const write = (from: number): Promise<unknown> =>
  database.query(
    'insert into model select n, repeat(md5(n::text), 30) from generate_series($1::integer, $1::integer + 1999) n',
    [from],
  );
const segments = async (): Promise<number> =>
  (await readdir(join(folder, 'database/pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name)).length;

/** Statistics of the table; a session's counters are updated a second after its change, at a statement. */
const facts = async () => {
  const [row] = await database.query(
    `select s.n_dead_tup as dead, s.n_mod_since_analyze as unanalyzed, c.reltuples::integer as known,
            pg_relation_size(c.oid) as size
       from pg_stat_all_tables s join pg_class c on c.oid = s.relid where c.relname = 'model'`,
  );
  return {
    dead: Number(row?.dead),
    unanalyzed: Number(row?.unanalyzed),
    known: Number(row?.known),
    size: Number(row?.size),
  };
};

describe('the maintenance of the embedded database', () => {
  it('keeps the write-ahead log small, which otherwise grows without limit', async () => {
    for (let n = 0; n < 40; n += 1) await write(n * 2000);
    // A single-process database makes no checkpoint by itself.
    expect(await segments()).toBeGreaterThan((2 * CHECKPOINT_BYTES) / (16 * 1024 * 1024));
    expect(await checkpointIfDue(database)).toBe(true);
    expect(await checkpointIfDue(database)).toBe(false);
    for (let n = 40; n < 120; n += 1) {
      await write(n * 2000);
      await checkpointIfDue(database);
    }
    expect(await segments()).toBeLessThanOrEqual(6);
  });

  it('removes dead rows and updates row counts automatically', async () => {
    for (let n = 0; n < 3; n += 1) await write(n * 2000);
    await database.query(`update model set content = content || '.' where id % 2 = 0`);
    await until('the changes are counted', async () => (await facts()).dead >= 3000);
    expect((await facts()).known).toBe(-1);
    const stop = new AbortController();
    const maintenance = maintainEmbedded({ database, logger: silentLogger }, stop.signal);
    await until('the table is tidy', async () => (await facts()).dead === 0 && (await facts()).known > 0);
    stop.abort();
    await maintenance;
    expect((await facts()).known).toBeGreaterThan(5000);
    const { size } = await facts();
    await database.query(`update model set content = content || '.' where id % 2 = 0`);
    // The space of the removed rows is reused.
    expect((await facts()).size).toBe(size);
  });

  it('skips tidy tables', async () => {
    await write(0);
    while (await vacuumOneTable({ database, logger: silentLogger })) {
      // Work left over from the start of the database.
    }
    await database.query('select 1');
    expect(await vacuumOneTable({ database, logger: silentLogger })).toBe(false);
  });
});
