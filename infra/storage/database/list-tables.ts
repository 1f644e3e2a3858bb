import type { SqlSession } from '../../../ports/database.ts';

/** The tables of a database that are not PostgreSQL's own, as `schema.table`. */
export const listTables = async (session: SqlSession): Promise<readonly string[]> =>
  (
    await session.query(
      `select table_schema || '.' || table_name as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema !~ '^pg_' and table_schema <> 'information_schema'
       order by 1`,
    )
  ).map(({ name }) => String(name));
