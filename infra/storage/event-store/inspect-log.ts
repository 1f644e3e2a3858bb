import { z } from 'zod';
import type { SqlSession } from '../../../ports/database.ts';

/** The size of a log, and the day of its last event. */
export type LogFacts = {
  readonly events: number;
  /** The day (UTC) of the last event; absent when there is none. */
  readonly last: string | undefined;
};

const tableSql = `select to_regclass('event_log.events')::text as name`;
// Positions are dense: the last one is the count.
const factsSql = `
  select position as events, to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD') as last
    from event_log.events order by position desc limit 1`;

const factsRow = z.object({ events: z.int(), last: z.string() });

/** Counts the events of a database, which may have no log yet and may belong to another version. */
export const inspectLog = async (session: SqlSession): Promise<LogFacts> => {
  const [table] = await session.query(tableSql);
  if (typeof table?.name !== 'string') return { events: 0, last: undefined };
  const [row] = await session.query(factsSql);
  return row === undefined ? { events: 0, last: undefined } : factsRow.parse(row);
};

/** True if the log holds an event of a type. Scans the whole log if there is none. */
export const holdsEventOf = async (session: SqlSession, type: string): Promise<boolean> =>
  (
    await session.query(
      `select 1 from event_log.events where type = $1 union all
       select 1 from event_log.numbering where type = $1 limit 1`,
      [type],
    )
  ).length > 0;
