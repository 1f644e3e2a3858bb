import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { migrateDatabase } from '../../../../../infra/storage/database/migrate-database.ts';
import { createStoredReader, PAGE_WINDOW } from '../../../../../infra/storage/event-store/stored-reader.ts';
import type { Database, SqlSession } from '../../../../../ports/database.ts';
import { databaseKinds } from '../../../../support/databases.ts';

/** Fills a log in one statement, like an import, without statistics for the planner. */
const fill = (database: Database, events: number): Promise<unknown> =>
  database.query(
    `insert into event_log.events
       (position, stream_id, revision, id, type, schema_version, recorded_at, data, metadata)
     select n, 'access-' || n, 0, gen_random_uuid(), case when n % 500 = 0 then 'Rare' else 'Common' end, 1,
            '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second', '{"n":1}', '{}'
       from generate_series(1, $1::integer) n`,
    [events],
  );

/** Rows of the log read by a transaction. */
const rowsRead = async (session: SqlSession): Promise<number> => {
  const [row] = await session.query(
    `select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables
      where schemaname = 'event_log' and relname = 'events'`,
  );
  return Number(row?.rows ?? 0);
};

for (const kind of databaseKinds) {
  describe(`pages of the stored log on ${kind.name}`, () => {
    it('scan at most one window of the log per page, even without table statistics', async () => {
      const { database, dispose } = await kind.open();
      try {
        await migrateDatabase(database);
        await fill(database, 5 * PAGE_WINDOW);
        const read = await database.transaction(async (session) => {
          const reader = createStoredReader({ ...database, ...session });
          const before = await rowsRead(session);
          const rare = await reader.readLog(0, 1000, { types: ['Rare'] });
          const afterRare = await rowsRead(session);
          const common = await reader.readLog(0, 100, { types: ['Common'], categories: ['access'] });
          const afterCommon = await rowsRead(session);
          return { rare, common, rareRows: afterRare - before, commonRows: afterCommon - afterRare };
        });
        expect(read.rare.events).toHaveLength(PAGE_WINDOW / 500);
        expect(read.rare).toMatchObject({ scannedTo: PAGE_WINDOW, head: 5 * PAGE_WINDOW });
        // Looking up the head reads one or two more.
        expect(read.rareRows).toBeLessThanOrEqual(PAGE_WINDOW + 10);
        expect(read.common.events).toHaveLength(100);
        expect(read.commonRows).toBeLessThanOrEqual(110);
      } finally {
        await dispose();
      }
    });

    it('reach every matching event, page by page', async () => {
      const { database, dispose } = await kind.open();
      try {
        await migrateDatabase(database);
        await fill(database, 2 * PAGE_WINDOW + 700);
        const reader = createStoredReader(database);
        const positions: number[] = [];
        for (let from = 0; ; ) {
          const page = await reader.readLog(from, 7, { types: ['Rare'] });
          positions.push(...page.events.map(({ position }) => position));
          if (page.scannedTo >= page.head) break;
          expect(page.scannedTo).toBeGreaterThan(from);
          from = page.scannedTo;
        }
        const wanted = Math.floor((2 * PAGE_WINDOW + 700) / 500);
        expect(positions).toEqual(Array.from({ length: wanted }, (_, index) => (index + 1) * 500));
        // A type that never occurs is searched for up to the end, and no further.
        expect(await reader.readLog(2 * PAGE_WINDOW, 5, { types: [randomUUID()] })).toEqual({
          events: [],
          scannedTo: 2 * PAGE_WINDOW + 700,
          head: 2 * PAGE_WINDOW + 700,
        });
      } finally {
        await dispose();
      }
    });
  });
}
