import { discardOldLog } from '../../infra/storage/database/discard-old-log.ts';
import type { Database } from '../../ports/database.ts';

const tablesSql = `
  select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
   where table_schema ~ '^search_g[0-9]+$' and table_type = 'BASE TABLE' order by 1`;

/**
 * Overwrites the rows that the search index has deleted, which stay in their pages until these are rewritten. The
 * embedded database rewrites the tables; a server marks the space as free for reuse.
 */
export const rewriteSearchTables = async (database: Database): Promise<void> => {
  for (const { name } of await database.query(tablesSql))
    await database.query(`vacuum ${database.kind === 'server' ? '' : '(full)'} ${String(name)}`);
  await discardOldLog(database);
};
