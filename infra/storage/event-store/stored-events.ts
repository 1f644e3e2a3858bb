import type { Position } from '../../../domain/kernel/event.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { SqlSession } from '../../../ports/database.ts';
import type { StoredEvent } from '../../../ports/event-store.ts';
import { storedEventOf } from './stored-event-of.ts';

// The same lock as in `event_log.append`: appends wait until the whole log is written.
const lockSql = 'select pg_advisory_xact_lock(4702111234474983745)';

// Not through `event_log.append`, which would give new positions and instants. The triggers that keep the log
// append-only concern updates, deletes and truncation, and stay active.
const insertSql = `
  insert into event_log.events (position, stream_id, revision, id, type, schema_version, recorded_at, data, metadata)
  select e.position, e.stream_id, e.revision, e.id, e.type, e.schema_version, e.recorded_at, e.data::json, e.metadata::json
  from unnest($1::bigint[], $2::text[], $3::integer[], $4::uuid[], $5::text[], $6::integer[], $7::timestamptz[],
              $8::text[], $9::text[])
    as e (position, stream_id, revision, id, type, schema_version, recorded_at, data, metadata)`;

const selectSql = `
  select position, stream_id, revision, id, type, schema_version, recorded_at, data::text as data,
         metadata::text as metadata
  from event_log.events where position > $1 and position <= $2 order by position`;

/** Tells where the events of an installation are stored, according to its database. */
export const locateLog = async (session: SqlSession): Promise<'nowhere' | 'database' | 'kurrent'> => {
  const [row] = await session.query(
    'select exists (select 1 from event_log.events) as here, exists (select 1 from event_log.numbering) as there',
  );
  return row?.here === true ? 'database' : row?.there === true ? 'kurrent' : 'nowhere';
};
/** The last position; 0 for an empty log. */
export const readLogEnd = async (session: SqlSession): Promise<Position> =>
  Number(
    (await session.query('select coalesce(max(position), 0) as head from event_log.events'))[0]?.head ?? 0,
  );

/** True if no event has been appended yet. */
export const isLogEmpty = async (session: SqlSession): Promise<boolean> =>
  (await locateLog(session)) === 'nowhere';

/**
 * Ensures that no other session writes to the log for the rest of the transaction, and that it is empty. Rejects with
 * `conflict` otherwise.
 */
export const lockEmptyLog = async (session: SqlSession): Promise<void> => {
  await session.query(lockSql);
  if (await isLogEmpty(session)) return;
  throw new Failure(failure('conflict', 'The event log is not empty.', { component: 'event-store' }));
};

/**
 * Ensures that no other session writes to the log for the rest of the transaction, and that it ends at the expected
 * position. Rejects with `conflict` otherwise.
 */
export const lockLogAt = async (session: SqlSession, position: Position): Promise<void> => {
  await session.query(lockSql);
  if ((await readLogEnd(session)) === position) return;
  throw new Failure(
    failure('conflict', 'Another process writes to the event log.', { component: 'event-store' }),
  );
};

/**
 * Inserts events into the log unchanged: positions, ids, timestamps and texts as stored elsewhere. Only inside a
 * transaction that began with `lockEmptyLog` or `lockLogAt`, in order and from the next position on.
 */
export const insertStoredEvents = async (
  session: SqlSession,
  events: readonly StoredEvent[],
): Promise<void> => {
  await session.query(insertSql, [
    events.map(({ position }) => position),
    events.map(({ streamId }) => streamId),
    events.map(({ revision }) => revision),
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ schemaVersion }) => schemaVersion),
    events.map(({ recordedAt }) => recordedAt),
    events.map(({ data }) => data),
    events.map(({ metadata }) => metadata),
  ]);
};

/** Reads the events after a position, up to and including another one, in the transaction that inserted them. */
export const readInsertedEvents = async (
  session: SqlSession,
  after: Position,
  to: Position,
): Promise<readonly StoredEvent[]> => (await session.query(selectSql, [after, to])).map(storedEventOf);
