import { z } from 'zod';
import type { SqlSession } from '../../../ports/database.ts';

/** How much a log holds, and when something was last written to it. */
export type LogFacts = {
  readonly events: number;
  /** The day (UTC) of the last event; absent when there is none. */
  readonly last: string | undefined;
};

const tableSql = `select to_regclass('event_log.events')::text as name`;
// Positions are dense: the last one is how many there are.
const factsSql = `
  select position as events, to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD') as last
    from event_log.events order by position desc limit 1`;

const factsRow = z.object({ events: z.int(), last: z.string() });

/** Counts the events of a database that need not have a log yet, and may have been made by another version. */
export const inspectLog = async (session: SqlSession): Promise<LogFacts> => {
  const [table] = await session.query(tableSql);
  if (typeof table?.name !== 'string') return { events: 0, last: undefined };
  const [row] = await session.query(factsSql);
  return row === undefined ? { events: 0, last: undefined } : factsRow.parse(row);
};

/** Whether the log holds an event of a type. Looks through all of it where there is none. */
export const holdsEventOf = async (session: SqlSession, type: string): Promise<boolean> =>
  (
    await session.query(
      `select 1 from event_log.events where type = $1 union all
       select 1 from event_log.numbering where type = $1 limit 1`,
      [type],
    )
  ).length > 0;
