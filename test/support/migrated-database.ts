import { migrateDatabase } from '../../infra/storage/database/migrate-database.ts';
import type { PgliteDatabase } from '../../infra/storage/database/pglite-database.ts';

/** Every schema not built into PostgreSQL. */
export const schemas = `select oid, nspname from pg_namespace
  where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')`;

/** Changes with every definition: PostgreSQL writes a new version of the row that stores it (`xmin`). */
const definitions = `
  with named as (select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
    relations as (select * from pg_class where relnamespace in (select oid from named))
  select md5(string_agg(definition, ',' order by definition)) as digest from (
    select 'schema ' || oid || ' ' || nspname as definition from named
    union all select concat_ws(' ', 'relation', oid, relname, relkind, relpersistence, reloptions::text) from relations
    union all select concat_ws(' ', 'column', attrelid, attnum, xmin)
      from pg_attribute where attrelid in (select oid from relations where relkind <> 'i')
    union all select concat_ws(' ', 'default', oid, xmin)
      from pg_attrdef where adrelid in (select oid from relations)
    union all select concat_ws(' ', 'trigger', oid, xmin) from pg_trigger where tgrelid in (select oid from relations)
    union all select concat_ws(' ', 'constraint', oid, xmin)
      from pg_constraint where connamespace in (select oid from named)
    union all select concat_ws(' ', 'function', oid, xmin) from pg_proc where pronamespace in (select oid from named)
    union all select concat_ws(' ', 'type', oid, typname) from pg_type where typnamespace in (select oid from named)
    union all select concat_ws(' ', 'extension', oid, extversion) from pg_extension
  ) d`;

const digestOf = async (database: PgliteDatabase): Promise<string> => {
  const [row] = await database.query(definitions);
  return String(row?.digest);
};

/** Tables that have rows, or had some. */
const filledTables = async (database: PgliteDatabase): Promise<readonly string[]> => {
  const rows = await database.query(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and pg_relation_size(c.oid) > 0
      order by 1`,
  );
  return rows.map(({ name }) => String(name));
};

/** A database with this program's tables, and the information for resetting it. */
export type MigratedDatabase = {
  readonly database: PgliteDatabase;
  readonly digest: string;
  readonly schemas: ReadonlySet<string>;
  readonly extensions: ReadonlySet<string>;
  /** The rows written by migrations, by table, as JSON. */
  readonly rows: ReadonlyMap<string, string>;
};

const schemaNames = async (database: PgliteDatabase): Promise<readonly string[]> =>
  (await database.query(schemas)).map(({ nspname }) => String(nspname));

const extensionNames = async (database: PgliteDatabase): Promise<readonly string[]> =>
  (await database.query('select extname from pg_extension')).map(({ extname }) => String(extname));

export const migrate = async (database: PgliteDatabase): Promise<MigratedDatabase> => {
  await migrateDatabase(database);
  const rows = new Map<string, string>();
  for (const table of await filledTables(database)) {
    const [row] = await database.query(`select json_agg(t)::text as rows from ${table} t`);
    if (row?.rows) rows.set(table, String(row.rows));
  }
  return {
    database,
    digest: await digestOf(database),
    schemas: new Set(await schemaNames(database)),
    extensions: new Set(await extensionNames(database)),
    rows,
  };
};

/**
 * Resets a database to its state after `migrate`. Returns false if a definition has changed, which requires a new
 * migration.
 */
export const restoreMigrated = async (migrated: MigratedDatabase): Promise<boolean> => {
  const { database } = migrated;
  const added = [
    ...(await schemaNames(database))
      .filter((name) => !migrated.schemas.has(name))
      .map((name) => `schema "${name}"`),
    ...(await extensionNames(database))
      .filter((name) => !migrated.extensions.has(name))
      .map((name) => `extension "${name}"`),
  ];
  for (const what of added) await database.execute(`drop ${what} cascade`);
  if ((await digestOf(database)) !== migrated.digest) return false;
  const filled = await filledTables(database);
  if (filled.length > 0)
    await database.exclusive(async (session) => {
      // The log's triggers prevent truncation, and are disabled meanwhile.
      await session.query('set local session_replication_role = replica');
      await session.query(`truncate ${filled.join(', ')} restart identity cascade`);
      for (const [table, rows] of migrated.rows)
        await session.query(
          `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
          [rows],
        );
    });
  return true;
};
