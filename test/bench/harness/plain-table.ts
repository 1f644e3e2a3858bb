import type { NewEvent } from '../../../domain/kernel/event.ts';
import type { Database } from '../../../ports/database.ts';

/** Creates a table with the columns, checks and indexes of the log, and positions from a sequence. */
export const createPlainTable = (database: Database): Promise<void> =>
  database.execute(`
    create schema if not exists bench;
    drop table if exists bench.plain;
    create table bench.plain (like event_log.events including all);
    alter table bench.plain alter column position add generated always as identity;`);

const insertSql = `
  insert into bench.plain (stream_id, revision, id, type, schema_version, recorded_at, data, metadata)
  values ($1, 0, $2, $3, 1, clock_timestamp(), $4, $5)`;

/** The plain way to store an event: one prepared INSERT, committed individually. */
export const insertPlainly = async (database: Database, streamId: string, event: NewEvent): Promise<void> => {
  await database.query(insertSql, [
    streamId,
    event.id,
    event.type,
    JSON.stringify(event.data),
    JSON.stringify(event.metadata),
  ]);
};
