import type { Database } from '../../../ports/database.ts';
import type { LogContinuity } from '../../../ports/log-continuity.ts';
import { integer, text } from './columns.ts';
import type { LogBackend } from './log-backend.ts';
import { createStoredReader } from './stored-reader.ts';
import { createBatchWriter } from './write-batch.ts';

// Fails like any other write if the database is read-only.
const probeSql = 'insert into event_log.events select * from event_log.events where false';

const recordedAtSql = 'select position, recorded_at from event_log.events where position = any($1::bigint[])';

const headSql = 'select position, id::text as id from event_log.events order by position desc limit 1';

/** The log as a table of the database. */
export const createPostgresBackend = (database: Database, continuity?: LogContinuity): LogBackend => {
  const stored = createStoredReader(database, continuity);
  const appends = database.reserved('appends');
  return {
    write: createBatchWriter(appends),
    saw: continuity?.saw,
    stored,
    readStored: stored.readLog,
    readHead: async () => {
      const [last] = await database.query(headSql);
      if (last === undefined) return 0;
      const position = integer(last.position);
      continuity?.saw([{ position, id: text(last.id) }]);
      return position;
    },
    outcomeHasInstants: true,
    isOwn: database.kind === 'embedded',
    positionAt: async (instant) =>
      integer((await database.query('select event_log.position_at($1) as position', [instant]))[0]?.position),
    recordedAt: async (positions) =>
      new Map(
        (await database.query(recordedAtSql, [positions])).map((row) => [
          integer(row.position),
          text(row.recorded_at),
        ]),
      ),
    listen: (onHint) => database.listen('anamnesis_log', onHint),
    probe: async () => {
      await appends.query(probeSql);
    },
  };
};
