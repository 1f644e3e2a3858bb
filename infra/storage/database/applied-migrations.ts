import { z } from 'zod';
import type { ScriptSession, SqlSession } from '../../../ports/database.ts';
import type { AppliedMigration, Migration } from './pending-migrations.ts';

/**
 * The tables that record applied migrations. They cannot be created by a migration.
 *
 * `coordination.schema` is for programs older than migrations: they recreate their schema at every start, replacing
 * new functions by old ones, and refuse a database whose version is above 1.
 */
const MIGRATIONS_TABLE = `
create schema if not exists coordination;
create table if not exists coordination.schema_migrations (
  number     integer     primary key check (number > 0),
  name       text        not null,
  checksum   text        not null,
  applied_at timestamptz not null default now(),
  program    text        not null,
  additive   boolean     not null default false
);
create table if not exists coordination.schema (
  one     boolean primary key default true check (one),
  version integer not null
);`;

const hasColumnSql = `
  select 1 from pg_attribute
   where attrelid = 'coordination.schema_migrations'::regclass and attname = 'additive' and not attisdropped`;

/**
 * Creates or updates the tables that record applied migrations. In a separate transaction: altering a table blocks
 * its readers, who must not wait for a whole migration.
 */
export const makeMigrationsTable = async (session: ScriptSession): Promise<void> => {
  await session.execute(MIGRATIONS_TABLE);
  if ((await session.query(hasColumnSql)).length > 0) return;
  await session.execute(
    'alter table coordination.schema_migrations add column additive boolean not null default false',
  );
};

const rowsSchema = z.array(
  z.object({
    number: z.int(),
    name: z.string(),
    checksum: z.string(),
    program: z.string(),
    additive: z.boolean(),
  }),
);

/** The migrations applied to a database, in order; empty before the first. */
export const readAppliedMigrations = async (session: SqlSession): Promise<readonly AppliedMigration[]> => {
  const [table] = await session.query(
    `select to_regclass('coordination.schema_migrations') is not null as there`,
  );
  if (table?.there !== true) return [];
  return rowsSchema.parse(
    await session.query(
      // Older programs created the table without the column `additive`.
      `select number, name, checksum, program, coalesce((to_jsonb(m) ->> 'additive')::boolean, false) as additive
         from coordination.schema_migrations m order by number`,
    ),
  );
};

/** Records, in its transaction, that a migration was applied. `program` is the version that applied it. */
export const recordMigration = async (
  session: SqlSession,
  { number, name, checksum, additive }: Migration,
  program: string,
): Promise<void> => {
  await session.query(
    'insert into coordination.schema_migrations (number, name, checksum, program, additive) values ($1, $2, $3, $4, $5)',
    [number, name, checksum, program, additive],
  );
  await session.query(
    `insert into coordination.schema (version) values ($1)
     on conflict (one) do update set version = excluded.version`,
    [number],
  );
};
