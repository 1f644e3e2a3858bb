import { z } from 'zod';
import type { Database } from '../../ports/database.ts';
import type { SharedClock } from '../../ports/shared-clock.ts';

const row = z.object({ now: z.iso.datetime() });

/** The clock of the database, which all nodes share and which also timestamps the events. */
export const createDatabaseClock = (database: Database): SharedClock => ({
  now: async () => {
    const [found] = await database.query(`select date_trunc('milliseconds', clock_timestamp()) as now`);
    return row.parse(found).now;
  },
});
