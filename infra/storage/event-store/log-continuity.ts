import { z } from 'zod';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { SqlSession } from '../../../ports/database.ts';
import type { LogContinuity, SeenEvent } from '../../../ports/log-continuity.ts';

/** Enough events to find the lost positions: a replica lags by fewer. */
const KEPT_EVENTS = 2000;

// Each promotion starts a timeline. The name of the current segment begins with it; `pg_control_checkpoint` shows it only
// after the next checkpoint.
const timelineSql = `
  select pg_is_in_recovery() as standby,
         case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`;
const standbySql = 'select pg_is_in_recovery() as standby, null as timeline';
const serverRow = z.object({ standby: z.boolean(), timeline: z.string().nullable() });

const storedSql = 'select id::text as id from event_log.events where position = $1';

const broke = (): Failure =>
  new Failure(
    failure(
      'unavailable',
      'The database failed over or was restored, and does not continue the log that this node has read. The node restarts from the events that are stored.',
      { component: 'database', retryAfter: 5 },
    ),
  );

/** SQLSTATE of a function that a server, such as a managed one, does not have or permit. */
const isNotOffered = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === '0A000' || error.code === '42501' || error.code === '42883');

export const createLogContinuity = (): LogContinuity => {
  const broken = new AbortController();
  let seen: SeenEvent[] = [];
  let timeline: string | undefined;
  let hasTimelines = true;

  const readServer = async (session: SqlSession): Promise<z.output<typeof serverRow>> => {
    if (hasTimelines) {
      try {
        return serverRow.parse((await session.query(timelineSql))[0]);
      } catch (error) {
        if (!isNotOffered(error)) throw error;
        hasTimelines = false;
      }
    }
    return serverRow.parse((await session.query(standbySql))[0]);
  };

  const isContinued = async (session: SqlSession, on: string | undefined): Promise<boolean> => {
    if (timeline !== undefined && on !== undefined && on !== timeline) return false;
    const last = seen.at(-1);
    if (last === undefined) return true;
    return (await session.query(storedSql, [last.position]))[0]?.id === last.id;
  };

  return {
    broken: broken.signal,
    recent: () => seen,
    end: (reason) => broken.abort(reason),
    saw: (events) => {
      const known = seen.at(-1)?.position ?? 0;
      for (const { position, id } of events) if (position > known) seen.push({ position, id });
      // Trimming half at a time keeps the cost of an event constant.
      if (seen.length > 2 * KEPT_EVENTS) seen = seen.slice(-KEPT_EVENTS);
    },
    check: async (session) => {
      broken.signal.throwIfAborted();
      const server = await readServer(session);
      if (server.standby) return false;
      if (!(await isContinued(session, server.timeline ?? undefined))) broken.abort(broke());
      broken.signal.throwIfAborted();
      timeline ??= server.timeline ?? undefined;
      return true;
    },
  };
};
