import { z } from 'zod';
import type { Database } from '../../../ports/database.ts';

const tablesSql = `
  select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name,
         string_agg(quote_ident(a.attname), ', ' order by a.attnum) as key
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
   where i.indisprimary and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
   group by 1 order by 1`;

const tableRow = z.object({ name: z.string(), key: z.string() });
const countRow = z.object({ rows: z.number() });

/**
 * The first table whose rows are not the ones in the index of its primary key, which happens only if files of the
 * database were lost, or copied at different moments. Reads every table.
 */
export const findUnequalIndex = async (database: Database): Promise<string | undefined> => {
  const tables = z.array(tableRow).parse(await database.query(tablesSql));
  for (const { name, key } of tables) {
    const rows = await database.transaction(async (session) => {
      await session.query('set local enable_indexscan = off');
      await session.query('set local enable_indexonlyscan = off');
      return countRow.parse((await session.query(`select count(*) as rows from ${name}`))[0]).rows;
    });
    const indexed = await database.transaction(async (session) => {
      await session.query('set local enable_seqscan = off');
      await session.query('set local enable_bitmapscan = off');
      const [counted] = await session.query(
        `select count(*) as rows from (select ${key} from ${name} order by ${key}) as indexed`,
      );
      return countRow.parse(counted).rows;
    });
    if (rows !== indexed) return name;
  }
  return undefined;
};
