import { z } from 'zod';
import type { SqlSession } from '../../../ports/database.ts';
import type { SeenEvent } from '../../../ports/log-continuity.ts';
import type { LogLoss } from '../../../ports/log-losses.ts';

const keptSql = `
  select coalesce(max(e.position), 0) as kept_to
    from unnest($1::bigint[], $2::uuid[]) as known (position, id)
    join event_log.events e on e.position = known.position and e.id = known.id`;
const keptRow = z.object({ kept_to: z.int() });

/** Compares the log with previously read events; undefined if it contains the last of them, and so all of them. */
export const findLogLoss = async (
  session: SqlSession,
  known: readonly SeenEvent[],
): Promise<LogLoss | undefined> => {
  const lostTo = known.at(-1)?.position;
  if (lostTo === undefined) return undefined;
  const values = [known.map(({ position }) => position), known.map(({ id }) => id)];
  const { kept_to: keptTo } = keptRow.parse((await session.query(keptSql, values))[0]);
  return keptTo === lostTo ? undefined : { keptTo, lostTo };
};
