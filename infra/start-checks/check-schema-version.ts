import { z } from 'zod';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { Database } from '../../ports/database.ts';

/**
 * The version of the tables of log, vault, leases and read models, in this order of time. Raise it with a change after
 * which a program of the version before must not touch the database any more, and with no other: nodes of two versions
 * stand side by side during an upgrade.
 */
const SCHEMA_VERSION = 1;

const rowsSchema = z.array(z.object({ version: z.int() }));

/**
 * Refuses a database that a newer program has changed so that this one would damage it. To be called before anything
 * is migrated.
 *
 * @throws Failure when the database is too new
 */
export const checkSchemaVersion = async (database: Database): Promise<void> => {
  const [table] = await database.query(`select to_regclass('coordination.schema')::text as name`);
  if (typeof table?.name !== 'string') return;
  const [row] = rowsSchema.parse(await database.query('select version from coordination.schema'));
  if (row === undefined || row.version <= SCHEMA_VERSION) return;
  throw new Failure(
    failure(
      'unavailable',
      `The database was changed by a newer version of this program (its tables are of version ${row.version}, this ` +
        `program knows them up to ${SCHEMA_VERSION}). Start that version, or restore a backup from before the upgrade.`,
      { component: 'database' },
    ),
  );
};

/** The version of the tables, as the last start left it. */
export const readSchemaVersion = async (database: Database): Promise<number | undefined> =>
  rowsSchema.parse(await database.query('select version from coordination.schema'))[0]?.version;

/** Leaves the version of the tables in the database. To be called after the migrations. */
export const recordSchemaVersion = async (database: Database): Promise<void> => {
  await database.execute(`
    create schema if not exists coordination;
    create table if not exists coordination.schema (
      one     boolean primary key default true check (one),
      version integer not null
    )`);
  await database.query(
    `insert into coordination.schema as known (version) values ($1)
     on conflict (one) do update set version = excluded.version where known.version < excluded.version`,
    [SCHEMA_VERSION],
  );
};
