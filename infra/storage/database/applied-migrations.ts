import { z } from 'zod';
import type { ScriptSession, SqlSession } from '../../../ports/database.ts';
import type { AppliedMigration, Migration } from './pending-migrations.ts';

/**
 * Where a database keeps what it has had. The one thing that no migration can make.
 *
 * `coordination.schema` is what programs from before there were migrations look at: they make their schema themselves at
 * every start, old functions in the place of new ones, and keep away from a database that says more than 1.
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
 * Makes the tables that keep what a database has had, or brings them up to date. In a separate transaction: the change
 * of a table keeps its readers out, and those must not wait for a whole migration.
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

/** The migrations that a database has had, in order; none before its first. */
export const readAppliedMigrations = async (session: SqlSession): Promise<readonly AppliedMigration[]> => {
  const [table] = await session.query(
    `select to_regclass('coordination.schema_migrations') is not null as there`,
  );
  if (table?.there !== true) return [];
  return rowsSchema.parse(
    await session.query(
      // Programs from before migrations said so have made the table without that column.
      `select number, name, checksum, program, coalesce((to_jsonb(m) ->> 'additive')::boolean, false) as additive
         from coordination.schema_migrations m order by number`,
    ),
  );
};

/** Notes that a migration has been applied, in its transaction. `program` is the version that did. */
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
